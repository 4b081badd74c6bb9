// expect: race on data
// lines: 17, 23
// flags: -std=c++17
// detectors: exact
//
// The read-modify-write heads a sequence of its own, which the other thread's store ends.
#include <atomic>
#include <thread>

static int data;
static std::atomic<int> flag;

int main() {
  std::thread first([] {
    if (flag.load(std::memory_order_relaxed) == 8) flag.store(2, std::memory_order_relaxed);
  });
  std::thread other([] { data = 1; flag.fetch_or(8, std::memory_order_release); });
  //
  //
  //
  //
  int got = 1;
  if (flag.load(std::memory_order_acquire) == 2) got = data;
  first.join();
  other.join();
  return got - 1;
}
