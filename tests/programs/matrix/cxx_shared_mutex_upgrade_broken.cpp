// primitive: std::shared_mutex
// expect: deadlock
// lines: 14
// flags: -std=c++17
//
// Two readers each want to become the writer.
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;

static void upgrade() {
  m.lock_shared();
  m.lock();
  m.unlock();
  m.unlock_shared();
}

int main() {
  std::thread other(upgrade);
  upgrade();
  other.join();
}
