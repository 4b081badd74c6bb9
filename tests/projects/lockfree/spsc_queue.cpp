// One producer, one consumer. TWO_PRODUCERS: one thread too many at the end that has room for one.
#include <boost/lockfree/spsc_queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> queue;
  std::thread producer([&] {
    queue.push(1);
    queue.push(2);
  });
#ifdef TWO_PRODUCERS
  std::thread second([&] { queue.push(3); });
#endif
  int previous = 0, value = 0;
  for (int i = 0; i < 2; ++i)
    if (queue.pop(value)) {
#ifndef TWO_PRODUCERS
      assert(value == previous + 1);
#endif
      previous = value;
    }
  producer.join();
#ifdef TWO_PRODUCERS
  second.join();
#else
  while (queue.pop(value)) {
    assert(value == previous + 1);
    previous = value;
  }
  assert(previous == 2);
#endif
}
