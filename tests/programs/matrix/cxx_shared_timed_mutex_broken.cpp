// primitive: std::shared_timed_mutex
// expect: race on value
// lines: 15
// flags: -std=c++14
//
// Both write under the lock for readers.
#include <shared_mutex>
#include <thread>

static std::shared_timed_mutex m;
static int value;

static void add() {
  m.lock_shared();
  value++;
  m.unlock_shared();
}

int main() {
  std::thread other(add);
  add();
  other.join();
}
