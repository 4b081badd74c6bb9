// primitive: std::condition_variable::wait
// expect: deadlock
//
// Waits without looking at the flag: the notification may have come before.
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
  changed.wait(lock);
  lock.unlock();
  other.join();
}
