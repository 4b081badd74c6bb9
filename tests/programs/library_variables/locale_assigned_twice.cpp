// expect: race
#include <locale>
#include <thread>

std::locale shared;

int main() {
  std::thread other([] { shared = std::locale::classic(); });
  shared = std::locale("C");
  other.join();
}
