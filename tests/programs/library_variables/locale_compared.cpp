// expect: race
#include <locale>
#include <thread>

std::locale shared;

int main() {
  std::thread other([] { shared = std::locale::classic(); });
  const bool same = shared == std::locale::classic();
  other.join();
  return same ? 0 : 1;
}
