// primitive: std::condition_variable::notify_all
// primitive: std::condition_variable::notify_one
// expect: verified
//
// Two threads wait and all are woken; one alone would be woken by one notification.
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static bool ready;

static bool last;

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
  changed.notify_all();
  first.join();
  second.join();
  std::thread third([] {
    std::unique_lock<std::mutex> lock(m);
    changed.wait(lock, [] { return last; });
  });
  {
    std::lock_guard<std::mutex> lock(m);
    last = true;
  }
  changed.notify_one();
  third.join();
}
