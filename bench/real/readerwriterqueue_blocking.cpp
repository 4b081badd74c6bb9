// The consumer of moodycamel::BlockingReaderWriterQueue waits.
// package: libreaderwriterqueue-dev
// header: readerwriterqueue/readerwriterqueue.h
// expect: verified
#include <readerwriterqueue/readerwriterqueue.h>

#include <cassert>
#include <thread>

int main() {
  moodycamel::BlockingReaderWriterQueue<int> queue(2);
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
