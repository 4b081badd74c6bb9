// primitive: std::condition_variable::wait_for
// expect: assertion
// lines: 23
//
// The time may be up before the flag is set.
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
  changed.wait_for(lock, std::chrono::hours(1), [] { return ready; });
  assert(ready);
  lock.unlock();
  other.join();
}
