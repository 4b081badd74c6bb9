// primitive: std::recursive_mutex
// expect: deadlock
// lines: 16, 19
//
// Unlocked once too few: the other thread waits for ever.
#include <mutex>
#include <thread>

static std::recursive_mutex m;

int main() {
  m.lock();
  m.lock();
  m.unlock();
  std::thread other([] {
    m.lock();
    m.unlock();
  });
  other.join();
}
