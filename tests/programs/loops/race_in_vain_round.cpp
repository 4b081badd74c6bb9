// expect: race on x
// lines: 14, 19
//
// The only access that races lies in a round that led nowhere, and the other one comes only after the waiter has gone on: such a
// round must not be where the thread stops.
#include <atomic>
#include <thread>

std::atomic<int> flag, answer;
int x;

int main() {
  std::thread waiter([] {
    while (flag.load(std::memory_order_relaxed) == 0) { (void)*static_cast<volatile int*>(&x); }
    answer.store(1, std::memory_order_relaxed);
  });
  flag.store(1, std::memory_order_relaxed);
  while (answer.load(std::memory_order_relaxed) == 0) {}
  x = 1;
  waiter.join();
}
