// atomic_queue's AtomicQueue2, which has a state beside each element, one producer, one consumer, try_ calls of both
// sides.
// package: libatomic-queue-dev
// header: atomic_queue/atomic_queue.h
// expect: verified
#include <atomic_queue/atomic_queue.h>

#include <cassert>
#include <thread>

int main() {
  atomic_queue::AtomicQueue2<int, 2> queue;
  bool pushed = false;
  std::thread producer([&] {
    queue.push(1);
    pushed = queue.try_push(2);
  });
  int first = 0, second = 0;
  const bool early = queue.try_pop(first);
  producer.join();
  assert(pushed);
  if (!early) first = queue.pop();
  second = queue.pop();
  assert(first == 1 && second == 2 && queue.was_empty());
}
