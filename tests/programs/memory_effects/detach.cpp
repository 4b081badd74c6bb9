// expect: race
// detectors: exact
//
// detach() writes the thread object: joinable() without order races with it.
#include <atomic>
#include <thread>

std::thread worker;
std::atomic<bool> detached;

int main() {
  worker = std::thread([] {});
  std::thread other([] {
    if (detached.load(std::memory_order_relaxed)) {
      volatile bool b = worker.joinable();
      (void)b;
    }
  });
  worker.detach();
  detached.store(true, std::memory_order_relaxed);
  other.join();
}
