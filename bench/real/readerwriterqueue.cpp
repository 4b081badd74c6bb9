// One producer, one consumer on moodycamel::ReaderWriterQueue, which has to grow.
// With two producers the guard of the library itself, an assertion, is the first to notice.
// package: libreaderwriterqueue-dev
// header: readerwriterqueue/readerwriterqueue.h
// expect: verified
// flags: -DTWO_PRODUCERS
// expect: bug assertion
#include <readerwriterqueue/readerwriterqueue.h>

#include <cassert>
#include <thread>

int main() {
  moodycamel::ReaderWriterQueue<int> queue(1);
  std::thread producer([&] {
    queue.enqueue(1);
    queue.enqueue(2);
    queue.enqueue(3);
  });
#ifdef TWO_PRODUCERS
  queue.enqueue(4);
#endif
  int early = 0, value = 0;
  for (int i = 0; i < 2; ++i)
    if (queue.try_dequeue(value)) {
      ++early;
      assert(value == early);
    }
  producer.join();
  for (int i = early + 1; i <= 3; ++i) {
    const bool found = queue.try_dequeue(value);
    assert(found && value == i);
  }
  assert(!queue.try_dequeue(value));
}
