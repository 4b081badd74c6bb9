// One producer and two consumers on moodycamel::ConcurrentQueue.
// package: libconcurrentqueue-dev
// header: concurrentqueue/concurrentqueue.h
// expect: verified
#include <concurrentqueue/concurrentqueue.h>

#include <cassert>
#include <thread>

int main() {
  moodycamel::ConcurrentQueue<int> queue(2);
  int first = 0, second = 0;
  bool had_first = false;
  std::thread producer([&] {
    queue.enqueue(1);
    queue.enqueue(2);
  });
  std::thread consumer([&] { had_first = queue.try_dequeue(first); });
  producer.join();
  consumer.join();
  assert(!had_first || first == 1);
  const bool had_second = queue.try_dequeue(second);
  assert(had_second && second == (had_first ? 2 : 1));
}
