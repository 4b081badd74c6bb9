// expect: misuse
//
// The destructor of the static condition waits for its waiter natively, so that the program never ends.
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static bool waiting;

int main() {
  std::thread([] {
    std::unique_lock lock(mutex);
    waiting = true;
    for (;;) changed.wait(lock);
  }).detach();
  for (;;) {
    std::lock_guard lock(mutex);
    if (waiting) break;
  }
}
