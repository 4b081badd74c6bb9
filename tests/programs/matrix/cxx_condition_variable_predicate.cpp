// primitive: std::condition_variable::wait with a predicate
// expect: verified
// exit: 0
//
// The predicate is looked at under the mutex, before and after each wait.
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static bool ready;

int main() {
  std::thread other([] {
    {
      std::lock_guard<std::mutex> lock(m);
      ready = true;
    }
    changed.notify_all();
  });
  std::unique_lock<std::mutex> lock(m);
  changed.wait(lock, [] { return ready; });
  const bool seen = ready;
  lock.unlock();
  other.join();
  return !seen;
}
