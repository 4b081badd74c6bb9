// primitive: std::condition_variable::wait_until
// expect: assertion
// lines: 23
//
// A time-out is taken for the news that nothing happened; the flag may be set by then.
#include <cassert>
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
  if (!ready && changed.wait_until(lock, limit) == std::cv_status::timeout) assert(!ready);
  lock.unlock();
  other.join();
}
