// expect: assertion
// lines: 18
//
// Time of unrelated threads is not comparable: the one that looked first may write last.
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

using Clock = std::chrono::steady_clock;

std::atomic<Clock::rep> last = 0;

void note() {
  const Clock::rep now = Clock::now().time_since_epoch().count();
  // Somebody else may have noted a later time by now.
  // (A compare-exchange loop would be right.)
  assert(last.load() <= now);
  last.store(now);
}

int main() {
  std::thread other([] {
    note();
    note();
  });
  note();
  other.join();
}
