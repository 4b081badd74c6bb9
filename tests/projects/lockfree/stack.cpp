// One thread pushes, one pops.
//
// LIFO_EXPECTED: the wrong belief that what is popped first was pushed last.
// BOTH_POP: two threads that pop. Boost reads the `next` of a node that the other thread may have popped and put on its
// list of free nodes, which overwrites it with a plain write. The tag in the pointer makes the value that was read
// harmless, but by the C++ standard it is a data race (ThreadSanitizer reports it, too).
#include <boost/lockfree/stack.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::stack<int> stack(0);
  int values[2] = {0, 0};
#ifdef BOTH_POP
  stack.push(1);
  stack.push(2);
  std::thread other([&] { stack.pop(values[1]); });
  stack.pop(values[0]);
#else
  std::thread other([&] {
    stack.push(1);
    stack.push(2);
  });
  int found = 0;
  for (int i = 0; i < 2; ++i)
    if (stack.pop(values[found])) ++found;
#endif
  other.join();
#if defined(LIFO_EXPECTED)
  assert(found == 0 || values[0] == 2);
#elif !defined(BOTH_POP)
  while (stack.pop(values[found])) ++found;
  assert(found == 2 && values[0] + values[1] == 3);
  assert(stack.empty());
#endif
}
