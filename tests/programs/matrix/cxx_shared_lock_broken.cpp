// primitive: std::shared_lock
// expect: race on value
// lines: 15
// flags: -std=c++17
//
// Writes under a shared_lock.
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static int value;

static void add() {
  std::shared_lock<std::shared_mutex> lock(m);
  value++;
}

int main() {
  std::thread other(add);
  add();
  other.join();
}
