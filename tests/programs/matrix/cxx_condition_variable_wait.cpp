// primitive: std::condition_variable::wait
// expect: verified
//
// Waits in a loop for a flag that the mutex protects.
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
  while (!ready) changed.wait(lock);
  lock.unlock();
  other.join();
}
