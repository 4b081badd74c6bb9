// moodycamel::BlockingReaderWriterCircularBuffer of one slot: both sides wait.
// package: libreaderwriterqueue-dev
// header: readerwriterqueue/readerwritercircularbuffer.h
// expect: verified
#include <readerwriterqueue/readerwritercircularbuffer.h>

#include <cassert>
#include <thread>

int main() {
  moodycamel::BlockingReaderWriterCircularBuffer<int> ring(1);
  std::thread producer([&] {
    ring.wait_enqueue(1);
    ring.wait_enqueue(2);
  });
  int first = 0, second = 0;
  ring.wait_dequeue(first);
  ring.wait_dequeue(second);
  producer.join();
  assert(first == 1 && second == 2);
}
