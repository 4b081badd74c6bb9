// primitive: std::condition_variable_any::wait_for
// expect: verified
// exit: 0 1
//
// In time or not, with a recursive mutex.
#include <condition_variable>
#include <mutex>
#include <thread>

static std::recursive_mutex m;
static std::condition_variable_any changed;
static bool ready;

int main() {
  std::thread other([] {
    std::lock_guard<std::recursive_mutex> lock(m);
    ready = true;
    changed.notify_all();
  });
  std::unique_lock<std::recursive_mutex> lock(m);
  const bool in_time = changed.wait_for(lock, std::chrono::milliseconds(1), [] { return ready; });
  const bool same = in_time == ready;
  lock.unlock();
  other.join();
  return same ? in_time : 9;
}
