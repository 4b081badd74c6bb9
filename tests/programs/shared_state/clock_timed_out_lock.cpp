// expect: verified
//
// Time-outs of timed locks, and a time that another thread measured by them.
#include <atomic>
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

using Clock = std::chrono::steady_clock;

std::timed_mutex m;
std::atomic<bool> gave_up = false;
Clock::time_point end;

int main() {
  std::thread other([] {
    end = Clock::now() + std::chrono::seconds(30);
    if (m.try_lock_until(end)) {
      m.unlock();
    } else {
      assert(Clock::now() >= end);
      gave_up = true;
    }
  });
  m.lock();
  if (gave_up) assert(Clock::now() >= end);
  m.unlock();
  other.join();
}
