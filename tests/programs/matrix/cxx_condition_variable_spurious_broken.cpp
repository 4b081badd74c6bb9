// primitive: std::condition_variable::wait
// expect: assertion
// lines: 24
// flags: --spurious-wakeups
//
// One wait without a loop: a wake-up without a reason gets through.
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
  if (!ready) changed.wait(lock);
  assert(ready);
  lock.unlock();
  other.join();
}
