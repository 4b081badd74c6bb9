// primitive: std::atomic::compare_exchange
// expect: assertion
// lines: 21
//
// One try: it may fail.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> counter;

static void add() {
  int seen = counter.load();
  counter.compare_exchange_strong(seen, seen + 1);
}

int main() {
  std::thread other(add);
  add();
  other.join();
  assert(counter == 2);
}
