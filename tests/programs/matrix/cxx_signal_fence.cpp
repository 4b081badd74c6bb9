// primitive: std::atomic_signal_fence
// expect: verified
// exit: 0
//
// Between threads the atomics do the work; the signal fence does no harm.
#include <atomic>
#include <thread>

static std::atomic<int> flag;
static int data;

int main() {
  std::thread other([] {
    data = 1;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    flag.store(1, std::memory_order_release);
  });
  const int seen = flag.load(std::memory_order_acquire) ? data : 1;
  other.join();
  return seen - 1;
}
