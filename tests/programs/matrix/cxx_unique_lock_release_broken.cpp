// primitive: std::unique_lock
// expect: deadlock
// lines: 16, 17
//
// release gives the mutex away, locked; nobody unlocks it.
#include <mutex>
#include <thread>

static std::mutex m;

int main() {
  {
    std::unique_lock<std::mutex> lock(m);
    lock.release();
  }
  std::thread other([] { std::lock_guard<std::mutex> lock(m); });
  other.join();
}
