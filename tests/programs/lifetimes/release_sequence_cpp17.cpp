// expect: verified
// flags: -std=c++17
// detectors: exact
//
// Before C++20 a later store by the same thread belongs to the release sequence.
#include <atomic>
#include <thread>

static int data;
static std::atomic<int> flag;

static void sends() {
  data = 1;
  flag.store(1, std::memory_order_release);
  flag.store(2, std::memory_order_relaxed);
}

int main() {
  std::thread sender(sends);
  int got = 1;
  if (flag.load(std::memory_order_acquire) == 2) got = data;
  sender.join();
  return got - 1;
}
