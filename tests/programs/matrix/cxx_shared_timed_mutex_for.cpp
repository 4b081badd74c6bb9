// primitive: std::shared_timed_mutex::try_lock_shared_for
// expect: verified
// exit: 0 1 2
// flags: -std=c++14
//
// Readers and writers with a time limit.
#include <chrono>
#include <shared_mutex>
#include <thread>

static std::shared_timed_mutex m;
static int value;

int main() {
  std::thread writer([] {
    if (m.try_lock_for(std::chrono::milliseconds(1))) {
      value = 1;
      m.unlock();
    }
  });
  int seen = 2;
  if (m.try_lock_shared_until(std::chrono::steady_clock::now() + std::chrono::milliseconds(1))) {
    seen = value;
    m.unlock_shared();
  }
  writer.join();
  return seen;
}
