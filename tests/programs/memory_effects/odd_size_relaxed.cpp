// expect: race on data
// detectors: exact
// flags: -std=c++20
//
// Atomic, but without order.
#include <atomic>
#include <thread>

struct Vector {
  int x, y, z;
};
std::atomic<Vector> shared;
int data;

int main() {
  std::thread t([] {
    data = 1;
    shared.store({1, 1, 1}, std::memory_order_relaxed);
  });
  if (shared.load(std::memory_order_acquire).z == 1) {
    volatile int d = data;
    (void)d;
  }
  t.join();
}
