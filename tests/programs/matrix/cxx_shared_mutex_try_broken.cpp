// primitive: std::shared_mutex::try_lock_shared
// expect: misuse
// lines: 18
// flags: -std=c++17
//
// Unlocked though the try may have failed.
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;

int main() {
  std::thread writer([] {
    m.lock();
    m.unlock();
  });
  (void)m.try_lock_shared();
  m.unlock_shared();
  writer.join();
}
