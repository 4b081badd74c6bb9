// expect: verified
//
// Two words of an array that is large enough.
#include <cassert>
#include <sstream>
#include <thread>

std::ostringstream out;

int main() {
  out.iword(31) = 0;
  std::thread other([] { out.iword(30) = 1; });
  out.iword(31) = 2;
  other.join();
  assert(out.iword(30) == 1);
}
