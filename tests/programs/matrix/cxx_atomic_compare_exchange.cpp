// primitive: std::atomic::compare_exchange
// expect: verified
// exit: 0
//
// The loop adds to the newest value.
#include <atomic>
#include <thread>

static std::atomic<int> counter;

static void add() {
  int seen = counter.load();
  while (!counter.compare_exchange_weak(seen, seen + 1)) {
  }
}

int main() {
  std::thread other(add);
  add();
  other.join();
  int expected = 3;
  if (counter.compare_exchange_strong(expected, 9)) return 9;
  return expected - 2;
}
