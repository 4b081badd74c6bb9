// expect: verified
//
// A wait that timed out at a deadline: whoever hears of it later is past the deadline too.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using Clock = std::chrono::steady_clock;

std::mutex m;
std::condition_variable changed;
bool wanted = false, gave_up = false;
Clock::time_point deadline;

int main() {
  std::thread waiter([] {
    std::unique_lock lock(m);
    deadline = Clock::now() + std::chrono::seconds(10);
    if (!changed.wait_until(lock, deadline, [] { return wanted; })) {
      assert(Clock::now() >= deadline);
      gave_up = true;
    }
  });
  {
    std::lock_guard lock(m);
    if (gave_up) assert(Clock::now() >= deadline);
    wanted = true;
  }
  changed.notify_one();
  waiter.join();
  if (gave_up) assert(Clock::now() >= deadline);
}
