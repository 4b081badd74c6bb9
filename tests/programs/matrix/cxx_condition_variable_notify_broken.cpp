// primitive: std::condition_variable::notify_one
// expect: deadlock
//
// Two threads wait and one is woken.
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static bool ready;

static void wait() {
  std::unique_lock<std::mutex> lock(m);
  changed.wait(lock, [] { return ready; });
}

int main() {
  std::thread first(wait), second(wait);
  {
    std::lock_guard<std::mutex> lock(m);
    ready = true;
  }
  changed.notify_one();
  first.join();
  second.join();
}
