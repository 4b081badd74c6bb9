// primitive: std::condition_variable_any
// expect: deadlock
//
// The flag is looked at and the wait begins under different mutexes: the notification is lost between.
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m, other_mutex;
static std::condition_variable_any changed;
static bool ready;

int main() {
  std::thread other([] {
    std::lock_guard<std::mutex> lock(m);
    ready = true;
    changed.notify_one();
  });
  m.lock();
  const bool seen = ready;
  m.unlock();
  if (!seen) {
    std::unique_lock<std::mutex> lock(other_mutex);
    changed.wait(lock);
  }
  other.join();
}
