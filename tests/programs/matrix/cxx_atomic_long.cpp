// primitive: std::atomic of 8 bytes
// expect: verified
// exit: 1 2
//
// Written and read as a whole.
#include <atomic>
#include <cstdint>
#include <thread>

static std::atomic<std::uint64_t> whole{0x1111111122222222};

int main() {
  std::thread other([] { whole = 0x3333333344444444; });
  const std::uint64_t seen = whole;
  other.join();
  return seen == 0x1111111122222222 ? 1 : seen == 0x3333333344444444 ? 2 : 0;
}
