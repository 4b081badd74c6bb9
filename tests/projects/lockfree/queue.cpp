// Two threads on one queue. ORDER_EXPECTED: the wrong belief that the main thread is first.
#include <boost/lockfree/queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::queue<int, boost::lockfree::capacity<3>> queue;
  std::thread other([&] { queue.push(1); });
  queue.push(2);
  int first = 0;
  const bool found = queue.pop(first);
  assert(found);
  other.join();
#ifdef ORDER_EXPECTED
  assert(first == 2);
#else
  int second = 0;
  const bool more = queue.pop(second);
  assert(more && first + second == 3);
  assert(queue.empty());
#endif
}
