// Two threads on one stack. LIFO_EXPECTED: the wrong belief that a thread pops what it has pushed last.
#include <boost/lockfree/stack.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::stack<int, boost::lockfree::capacity<3>> stack;
  int first = 0, second = 0;
  std::thread other([&] {
    stack.push(1);
    stack.pop(first);
  });
  stack.push(2);
  stack.pop(second);
  other.join();
#ifdef LIFO_EXPECTED
  assert(second == 2);
#else
  assert(first + second == 3);
  assert(stack.empty());
#endif
}
