// The consumer of moodycamel::BlockingConcurrentQueue waits for both elements.
// package: libconcurrentqueue-dev
// header: concurrentqueue/blockingconcurrentqueue.h
// expect: verified
#include <concurrentqueue/blockingconcurrentqueue.h>

#include <cassert>
#include <thread>

int main() {
  moodycamel::BlockingConcurrentQueue<int> queue(2);
  std::thread producer([&] {
    queue.enqueue(1);
    queue.enqueue(2);
  });
  int first = 0, second = 0;
  queue.wait_dequeue(first);
  queue.wait_dequeue(second);
  producer.join();
  assert(first == 1 && second == 2);
}
