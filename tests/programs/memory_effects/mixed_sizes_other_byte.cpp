// expect: race on data
// detectors: exact
// flags: -std=c++20
//
// The word is released, then one of its bytes overwritten without order by a third thread: who reads that byte learns
// nothing of the release.
#include <atomic>
#include <cstdint>
#include <thread>

alignas(8) std::uint32_t word;
int data;

std::uint8_t& byte(int i) { return reinterpret_cast<std::uint8_t*>(&word)[i]; }

int main() {
  std::thread writer([] {
    data = 1;
    std::atomic_ref(word).store(0x01010101, std::memory_order_release);
  });
  std::thread third([] { std::atomic_ref(byte(0)).store(2, std::memory_order_relaxed); });
  if (std::atomic_ref(byte(0)).load(std::memory_order_acquire) == 2 &&
      std::atomic_ref(byte(3)).load(std::memory_order_relaxed) == 1) {
    volatile int d = data;
    (void)d;
  }
  writer.join();
  third.join();
}
