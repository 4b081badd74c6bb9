// Two producers and a consumer on atomic_queue's ring of two elements.
// package: libatomic-queue-dev
// header: atomic_queue/atomic_queue.h
// expect: verified
#include <atomic_queue/atomic_queue.h>

#include <cassert>
#include <thread>

int main() {
  atomic_queue::AtomicQueue<int, 2> queue;  // 0 stands for an empty element
  std::thread one([&] { queue.push(1); });
  std::thread two([&] { queue.push(2); });
  const int first = queue.pop();
  const int second = queue.pop();
  one.join();
  two.join();
  assert(first + second == 3 && first != second);
  assert(queue.was_empty());
}
