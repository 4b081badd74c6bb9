// expect: verified
//
// A rate limiter: the last time is kept under a mutex, and no thread may find it in the future.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

using Clock = std::chrono::steady_clock;

class Limiter {
 public:
  bool allow() {
    std::lock_guard lock(mutex_);
    const Clock::time_point now = Clock::now();
    assert(now >= last_);
    last_ = now;
    return true;
  }

 private:
  std::mutex mutex_;
  Clock::time_point last_{};
};

Limiter limiter;

int main() {
  std::thread worker([] {
    for (int i = 0; i < 3; i++) limiter.allow();
  });
  std::thread sleeper([] {
    std::this_thread::sleep_for(std::chrono::seconds(5));
    limiter.allow();
  });
  limiter.allow();
  worker.join();
  sleeper.join();
}
