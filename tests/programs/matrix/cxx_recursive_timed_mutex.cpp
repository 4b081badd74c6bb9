// primitive: std::recursive_timed_mutex
// expect: verified
// exit: 1 2
//
// A timed lock gets the mutex or gives up: both are tried.
#include <chrono>
#include <mutex>
#include <thread>

static std::recursive_timed_mutex m;
static int counter;

int main() {
  std::thread other([] {
    if (m.try_lock_for(std::chrono::milliseconds(1))) {
      counter++;
      m.unlock();
    }
  });
  m.lock();
  counter++;
  m.unlock();
  other.join();
  return counter;
}
