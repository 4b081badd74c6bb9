// primitive: std::condition_variable::wait
// expect: misuse
// lines: 21
//
// Waits with a mutex that it has not locked.
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
  std::unique_lock<std::mutex> lock(m, std::defer_lock);
  changed.wait(lock);
  other.join();
}
