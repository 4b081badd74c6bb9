// expect: verified
//
// The right twin of race_in_vain_round.
#include <atomic>
#include <thread>

std::atomic<int> flag, answer;
int x;

int main() {
  std::thread waiter([] {
    while (flag.load(std::memory_order_relaxed) == 0) { std::this_thread::yield(); }
    answer.store(1, std::memory_order_relaxed);
  });
  flag.store(1, std::memory_order_relaxed);
  while (answer.load(std::memory_order_relaxed) == 0) {}
  x = 1;
  waiter.join();
}
