// tbb::concurrent_queue: a producer and a consumer.
// package: libtbb-dev
// header: tbb/concurrent_queue.h
// flags: -ltbb
// expect: verified
#include <tbb/concurrent_queue.h>

#include <cassert>
#include <thread>

int main() {
  tbb::concurrent_queue<int> queue;
  int first = 0, second = 0;
  std::thread producer([&] {
    queue.push(1);
    queue.push(2);
  });
  const bool early = queue.try_pop(first);
  producer.join();
  assert(!early || first == 1);
  const bool late = queue.try_pop(second);
  assert(late && second == (early ? 2 : 1));
}
