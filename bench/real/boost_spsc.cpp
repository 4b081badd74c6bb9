// boost::lockfree::spsc_queue: three elements through a ring of two.
// package: libboost-dev
// header: boost/lockfree/spsc_queue.hpp
// expect: verified
// flags: -DTWO_CONSUMERS
// expect: bug race
#include <boost/lockfree/spsc_queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> queue;
  std::thread producer([&] {
    for (int i = 1; i <= 3; ++i)
      while (!queue.push(i)) {
      }
  });
#ifdef TWO_CONSUMERS
  std::thread thief([&] {
    int stolen = 0;
    queue.pop(stolen);
  });
  thief.detach();
#endif
  for (int i = 1, value = 0; i <= 3; ++i) {
    while (!queue.pop(value)) {
    }
    assert(value == i);
  }
  producer.join();
  assert(queue.read_available() == 0);
}
