// expect: race on data
// lines: 15, 22
// visible: sync all
//
// release_sequence.cpp with a plain store in place of the read-modify-write: the sequence ends there.
#include <atomic>
#include <cassert>
#include <thread>

static int data;
static std::atomic<int> stage{0};

int main() {
  std::thread writer([] {
    data = 42;
    stage.store(1, std::memory_order_release);
  });
  std::thread forwarder([] {
    if (stage.load(std::memory_order_relaxed) == 1) stage.store(2, std::memory_order_relaxed);
  });
  std::thread reader([] {
    if (stage.load(std::memory_order_acquire) == 2) assert(data == 42);
  });
  writer.join();
  forwarder.join();
  reader.join();
}
