// Two threads push into one queue; what they pushed is popped when both are done.
//
// ORDER_EXPECTED: the wrong belief that the main thread is first.
// ONE_EACH: one thread pushes while the other pops.
// POP_MEANWHILE: a thread pushes and pops while the other pushes. A push may look into the node that it took for the last
// one after the pop has put it on the list of free nodes by a plain write: as with the stack a data race by the standard.
#include <boost/lockfree/queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::queue<int> queue(0);
  int first = 0, second = 0;
  std::thread other([&] { queue.push(1); });
#if defined(ONE_EACH)
  const bool early = queue.pop(first);
  other.join();
  assert(early ? first == 1 : queue.pop(second) && second == 1);
#elif defined(POP_MEANWHILE)
  queue.push(2);
  queue.pop(first);
  other.join();
#else
  queue.push(2);
  other.join();
  const bool found = queue.pop(first);
  assert(found);
#ifdef ORDER_EXPECTED
  assert(first == 2);
#endif
  const bool more = queue.pop(second);
  assert(more && first + second == 3);
  assert(queue.empty());
#endif
}
