// expect: verified
// detectors: exact
// flags: -std=c++20
//
// A byte is stored with release, the word that holds it is read with acquire: the reader saw the store.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

alignas(8) std::uint32_t word;
int data;

int main() {
  std::thread t([] {
    data = 1;
    std::atomic_ref(reinterpret_cast<std::uint8_t*>(&word)[1]).store(1, std::memory_order_release);
  });
  if (std::atomic_ref(word).load(std::memory_order_acquire) != 0) assert(data == 1);
  t.join();
}
