// expect: race
//
// Two words of a stream: the array that holds them grows inside of the library.
#include <sstream>
#include <thread>

std::ostringstream out;

int main() {
  std::thread other([] { out.iword(30) = 1; });
  out.iword(31) = 2;
  other.join();
}
