// expect: verified
// visible: sync all
//
// Publication by fences around relaxed operations.
#include <atomic>
#include <cassert>
#include <thread>

static int data;
static std::atomic<bool> ready{false};

int main() {
  std::thread writer([] {
    data = 42;
    std::atomic_thread_fence(std::memory_order_release);
    ready.store(true, std::memory_order_relaxed);
  });
  std::thread reader([] {
    if (ready.load(std::memory_order_relaxed)) {
      std::atomic_thread_fence(std::memory_order_acquire);
      assert(data == 42);
    }
  });
  writer.join();
  reader.join();
}
