// expect: race on data
// detectors: exact
// flags: -std=c++20
//
// Two halves of a word are two objects: an acquire of the one learns nothing from a release of the other.
#include <atomic>
#include <cstdint>
#include <thread>

alignas(8) std::uint16_t halves[2];
int data;

int main() {
  std::thread t([] {
    data = 1;
    std::atomic_ref(halves[0]).store(1, std::memory_order_release);
    std::atomic_ref(halves[1]).store(1, std::memory_order_relaxed);
  });
  if (std::atomic_ref(halves[1]).load(std::memory_order_acquire) == 1) {
    volatile int d = data;
    (void)d;
  }
  t.join();
}
