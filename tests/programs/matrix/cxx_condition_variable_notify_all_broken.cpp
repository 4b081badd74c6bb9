// primitive: std::condition_variable::notify_all
// expect: deadlock
//
// All are woken before the flag says so: they wait again, for ever.
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static bool ready;

int main() {
  std::thread waiter([] {
    std::unique_lock<std::mutex> lock(m);
    changed.wait(lock, [] { return ready; });
  });
  changed.notify_all();
  {
    std::lock_guard<std::mutex> lock(m);
    ready = true;
  }
  waiter.join();
}
