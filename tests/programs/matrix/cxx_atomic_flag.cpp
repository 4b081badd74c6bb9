// primitive: std::atomic_flag
// expect: verified
// exit: 0
// flags: -std=c++20
//
// A spin lock.
#include <atomic>
#include <thread>

static std::atomic_flag locked = ATOMIC_FLAG_INIT;
static int counter;

static void add() {
  while (locked.test_and_set(std::memory_order_acquire)) {
  }
  counter++;
  locked.clear(std::memory_order_release);
}

int main() {
  std::thread other(add);
  add();
  other.join();
  return counter - 2 + locked.test();
}
