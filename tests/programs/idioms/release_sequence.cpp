// expect: verified
// visible: sync all
//
// A relaxed read-modify-write by another thread continues the release sequence: who acquires its value synchronises
// with the store that heads it.
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
    int one = 1;
    stage.compare_exchange_strong(one, 2, std::memory_order_relaxed);
  });
  std::thread reader([] {
    if (stage.load(std::memory_order_acquire) == 2) assert(data == 42);
  });
  writer.join();
  forwarder.join();
  reader.join();
}
