// expect: verified
//
// Nobody waits for the condition any more when its destructor runs.
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static bool ready;

int main() {
  std::thread thread([] {
    std::unique_lock lock(mutex);
    changed.wait(lock, [] { return ready; });
  });
  {
    std::lock_guard lock(mutex);
    ready = true;
  }
  changed.notify_one();
  thread.join();
}
