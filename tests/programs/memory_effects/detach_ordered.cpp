// expect: verified
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
    if (detached.load(std::memory_order_acquire)) {
      volatile bool b = worker.joinable();
      (void)b;
    }
  });
  worker.detach();
  detached.store(true, std::memory_order_release);
  other.join();
}
