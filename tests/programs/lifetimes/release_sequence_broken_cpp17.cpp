// expect: race on data
// lines: 14, 23
// flags: -std=c++17
// detectors: exact
//
// A store by another thread in between ends the sequence also before C++20.
#include <atomic>
#include <thread>

static int data;
static std::atomic<int> flag;

static void sends() {
  data = 1;
  flag.store(1, std::memory_order_release);
  flag.store(3, std::memory_order_relaxed);
}

int main() {
  std::thread sender(sends);
  std::thread other([] { flag.store(2, std::memory_order_relaxed); });
  int got = 1;
  if (flag.load(std::memory_order_acquire) == 3) got = data;
  sender.join();
  other.join();
  return got - 1;
}
