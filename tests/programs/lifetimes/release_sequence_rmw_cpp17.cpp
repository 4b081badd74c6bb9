// expect: verified
// flags: -std=c++17
// detectors: exact
//
// A read-modify-write of another thread goes on with the sequence, and so does the first thread's store after it.
#include <atomic>
#include <thread>

static int data;
static std::atomic<int> flag;

int main() {
  std::thread sender([] {
    data = 1;
    flag.store(1, std::memory_order_release);
    flag.fetch_or(4, std::memory_order_relaxed);
    flag.store(2, std::memory_order_relaxed);
  });
  std::thread other([] { flag.fetch_or(8, std::memory_order_relaxed); });
  int got = 1;
  if (flag.load(std::memory_order_acquire) & 2) got = data;
  sender.join();
  other.join();
  return got - 1;
}
