// primitive: std::condition_variable_any
// expect: verified
// flags: -std=c++17
//
// Waits with any lock, here a shared one.
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static std::condition_variable_any changed;
static bool ready;

int main() {
  std::thread other([] {
    {
      std::lock_guard<std::shared_mutex> lock(m);
      ready = true;
    }
    changed.notify_one();
  });
  std::shared_lock<std::shared_mutex> lock(m);
  changed.wait(lock, [] { return ready; });
  lock.unlock();
  other.join();
}
