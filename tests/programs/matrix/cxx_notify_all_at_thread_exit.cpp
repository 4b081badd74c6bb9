// primitive: std::notify_all_at_thread_exit
// expect: verified
// exit: 0
//
// The mutex is unlocked and all are woken when the thread and its thread_local objects have ended.
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static bool ready;

static int ended;

struct Local {
  ~Local() { ended = 1; }
};

int main() {
  std::thread other([] {
    thread_local Local local;
    (void)&local;
    std::unique_lock<std::mutex> lock(m);
    ready = true;
    std::notify_all_at_thread_exit(changed, std::move(lock));
  });
  std::unique_lock<std::mutex> lock(m);
  changed.wait(lock, [] { return ready; });
  const int seen = ended;
  lock.unlock();
  other.join();
  return seen - 1;
}
