// expect: assertion
// lines: 21
//
// Atomic operations alone do not help: between the load and the store another thread may step in. There is no data
// race here, but the update of one thread gets lost. (counter++ or fetch_add would be right.)
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> counter{0};

static void increment() {
  int old = counter.load();
  counter.store(old + 1);
}

int main() {
  std::thread one(increment), two(increment);
  one.join();
  two.join();
  assert(counter == 2);
}
