// expect: verified
//
// std::condition_variable_any with a recursive mutex.
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
  {
    std::unique_lock<std::recursive_mutex> lock(m);
    changed.wait(lock, [] { return ready; });
  }
  other.join();
  return ready ? 0 : 1;
}
