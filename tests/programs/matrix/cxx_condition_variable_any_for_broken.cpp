// primitive: std::condition_variable_any::wait_for
// expect: assertion
// lines: 23
//
// The time may be up before the flag is set.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable_any changed;
static bool ready;

int main() {
  std::thread other([] {
    std::lock_guard<std::mutex> lock(m);
    ready = true;
    changed.notify_one();
  });
  std::unique_lock<std::mutex> lock(m);
  if (!ready) changed.wait_until(lock, std::chrono::steady_clock::now() + std::chrono::milliseconds(1));
  assert(ready);
  lock.unlock();
  other.join();
}
