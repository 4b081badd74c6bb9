// primitive: std::atomic_flag
// expect: race on counter
// lines: 15
//
// Cleared with a relaxed store: the next owner is not ordered after this one.
#include <atomic>
#include <thread>

static std::atomic_flag locked = ATOMIC_FLAG_INIT;
static int counter;

static void add() {
  while (locked.test_and_set(std::memory_order_acquire)) {
  }
  counter++;
  locked.clear(std::memory_order_relaxed);
}

int main() {
  std::thread other(add);
  add();
  other.join();
}
