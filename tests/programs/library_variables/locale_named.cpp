// expect: race
#include <locale>
#include <thread>

std::locale shared;

int main() {
  std::thread other([] { shared = std::locale::classic(); });
  const bool classic = shared.name() == "C";
  other.join();
  return classic ? 0 : 1;
}
