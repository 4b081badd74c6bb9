// expect: verified
// executions(dfs): 4
// executions(dpor): 4
// executions(optimal): 4
// blocked(optimal): 0
//
// Four threads, one of them runs the initialisation; in which order the others come makes no difference to anyone.
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

std::once_flag once;
std::atomic<int> first, second;

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] {
      std::call_once(once, [] {
        first = 1;
        second = 2;
      });
    });
  for (std::thread& thread : threads) thread.join();
}
