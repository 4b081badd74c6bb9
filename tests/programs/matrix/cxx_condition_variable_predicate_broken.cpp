// primitive: std::condition_variable::wait with a predicate
// expect: race on ready
// lines: 16, 20
//
// The flag that the predicate reads is written without the mutex.
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static bool ready;

int main() {
  std::thread other([] {
    ready = true;
    changed.notify_all();
  });
  std::unique_lock<std::mutex> lock(m);
  changed.wait_for(lock, std::chrono::seconds(1), [] { return ready; });
  lock.unlock();
  other.join();
}
