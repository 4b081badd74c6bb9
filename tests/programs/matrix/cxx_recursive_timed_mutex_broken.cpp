// primitive: std::recursive_timed_mutex
// expect: misuse
// lines: 18
//
// The mutex is unlocked though the timed lock may have given up.
#include <chrono>
#include <mutex>
#include <thread>

static std::recursive_timed_mutex m;

int main() {
  std::thread other([] {
    m.lock();
    m.unlock();
  });
  (void)m.try_lock_until(std::chrono::steady_clock::now() + std::chrono::milliseconds(1));
  m.unlock();
  other.join();
}
