// boost::lockfree::queue: one thread pushes while the other pops.
// package: libboost-dev
// header: boost/lockfree/queue.hpp
// expect: verified
#include <boost/lockfree/queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::queue<int> queue(2);
  int first = 0, second = 0;
  std::thread producer([&] {
    queue.push(1);
    queue.push(2);
  });
  const bool early = queue.pop(first);
  producer.join();
  assert(!early || first == 1);
  const bool late = queue.pop(second);
  assert(late && second == (early ? 2 : 1));
}
