// primitive: std::condition_variable::wait_until
// expect: verified
// exit: 0 1
//
// The status tells whether the time was up; on both clocks.
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static bool ready;

int main() {
  std::thread other([] {
    std::lock_guard<std::mutex> lock(m);
    ready = true;
    changed.notify_one();
  });
  std::unique_lock<std::mutex> lock(m);
  const auto limit = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
  while (!ready)
    if (changed.wait_until(lock, limit) == std::cv_status::timeout) break;
  const bool seen = ready;
  changed.wait_until(lock, std::chrono::system_clock::now(), [] { return ready; });
  lock.unlock();
  other.join();
  return seen;
}
