// primitive: std::condition_variable::wait_for
// expect: verified
// exit: 0 1
//
// Notified in time or not: both happen.
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
  const bool in_time = changed.wait_for(lock, std::chrono::milliseconds(1), [] { return ready; });
  const bool same = in_time == ready;
  lock.unlock();
  other.join();
  return same ? in_time : 9;
}
