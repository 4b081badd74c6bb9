// expect: race
//
// A locale is assigned and copied by two threads: what both do happens inside of the library.
#include <locale>
#include <thread>

std::locale shared;

int main() {
  std::thread other([] { shared = std::locale::classic(); });
  std::locale copy = shared;
  other.join();
}
