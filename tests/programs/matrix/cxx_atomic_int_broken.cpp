// primitive: std::atomic<int>
// expect: assertion
// lines: 18
//
// A load and a store are two operations: an addition is lost between.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> counter;

static void add() { counter = counter + 1; }

int main() {
  std::thread other(add);
  add();
  other.join();
  assert(counter == 2);
}
