// primitive: std::recursive_timed_mutex
// expect: verified
// exit: 0
//
// The owner locks again at once, by time limit and by try.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

static std::recursive_timed_mutex m;
static int counter;

int main() {
  std::thread other([] {
    std::lock_guard<std::recursive_timed_mutex> lock(m);
    counter++;
  });
  m.lock();
  assert(m.try_lock());
  counter++;
  m.unlock();
  m.unlock();
  other.join();
  return counter - 2;
}
