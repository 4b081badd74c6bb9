// expect: verified
// detectors: exact
//
// A thread initialises its thread_local variable, here when it first comes to it.
#include <atomic>
#include <thread>

thread_local int number = 7;
std::atomic<int*> shared;

int main() {
  std::thread t([] {
    if (int* p = shared.load(std::memory_order_acquire)) {
      volatile int n = *p;
      (void)n;
    }
  });
  shared.store(&number, std::memory_order_release);
  t.join();
}
