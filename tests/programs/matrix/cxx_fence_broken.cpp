// primitive: std::atomic_thread_fence
// primitive: std::atomic_signal_fence
// expect: race on data
// lines: 15, 22
//
// A signal fence orders nothing between threads.
#include <atomic>
#include <thread>

static std::atomic<int> flag;
static int data;

int main() {
  std::thread other([] {
    data = 1;
    std::atomic_signal_fence(std::memory_order_release);
    flag.store(1, std::memory_order_relaxed);
  });
  int seen = 1;
  if (flag.load(std::memory_order_relaxed)) {
    std::atomic_thread_fence(std::memory_order_acquire);
    seen = data;
  }
  other.join();
  return seen > 1;
}
