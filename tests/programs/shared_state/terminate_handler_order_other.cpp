// expect: assertion
// lines: 15
//
// set_terminate and set_new_handler give back what was set before: which of two threads comes second depends.
#include <cassert>
#include <exception>
#include <new>
#include <thread>

void mine() {}
void theirs() {}

int main() {
  std::thread other([] { std::set_terminate(theirs); });
  assert(std::set_terminate(mine) == theirs);
  other.join();
}
