// expect: assertion
// message: uncaught exception of type int
//
// A terminate handler of the program's own ends it with exit(0): the uncaught exception is a bug nevertheless.
#include <cstdlib>
#include <exception>

int main() {
  std::set_terminate([] { std::exit(0); });
  throw 1;
}
