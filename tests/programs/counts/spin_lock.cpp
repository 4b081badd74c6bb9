// expect: verified
// executions(dpor): 24
// executions(optimal): 24
// search: dpor optimal
// flags: -std=c++20
//
// Four threads and a spin lock: the orders in which they get it. Failed attempts exchange 1 for 1, which nobody can notice.
#include <atomic>
#include <thread>
#include <vector>

class SpinLock {
 public:
  void lock() {
    while (taken_.exchange(true)) std::this_thread::yield();
  }
  void unlock() { taken_.store(false); }

 private:
  std::atomic<bool> taken_{false};
};

int main() {
  SpinLock lock;
  int count = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      lock.lock();
      ++count;
      lock.unlock();
    });
  for (std::thread& thread : threads) thread.join();
  return count == 4 ? 0 : 1;
}
