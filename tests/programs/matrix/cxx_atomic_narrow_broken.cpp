// primitive: std::atomic of 1 and 2 bytes
// expect: assertion
// lines: 17
//
// The counter of one byte overflows.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

static std::atomic<std::uint8_t> counter{0};

int main() {
  std::thread other([] { counter += 128; });
  counter += 128;
  other.join();
  assert(counter == 256);
}
