// expect: verified
// executions(dpor): 1
// executions(optimal): 1
//
// Threads that read the clock and do not meet stay independent of each other: one execution covers them.
#include <chrono>
#include <thread>
#include <mutex>

std::mutex first, second;

void work(std::mutex* m) {
  for (int i = 0; i < 3; i++) {
    std::lock_guard lock(*m);
    std::chrono::steady_clock::now();
  }
}

int main() {
  std::thread a(work, &first), b(work, &second);
  a.join();
  b.join();
}
