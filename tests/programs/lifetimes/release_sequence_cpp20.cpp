// expect: race on data
// lines: 14, 22
// flags: -std=c++20
// detectors: exact
//
// C++20 (P0982): a later store of the same thread ends the release sequence.
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
