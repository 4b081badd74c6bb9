// primitive: std::atomic<bool>
// expect: verified
// exit: 0
//
// A flag: release and acquire.
#include <atomic>
#include <thread>

static std::atomic<bool> ready{false};
static int data;

int main() {
  std::thread other([] {
    data = 1;
    ready.store(true, std::memory_order_release);
  });
  while (!ready.load(std::memory_order_acquire)) {
  }
  const int seen = data;
  other.join();
  return seen - 1;
}
