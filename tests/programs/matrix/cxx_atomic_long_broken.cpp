// primitive: std::atomic of 8 bytes
// expect: race on whole
// lines: 14, 16
//
// A plain read of the variable beside the atomic write.
#include <atomic>
#include <cstdint>
#include <cstring>
#include <thread>

static std::atomic<std::uint64_t> whole;

int main() {
  std::thread other([] { whole = 1; });
  std::uint64_t seen;
  std::memcpy(&seen, reinterpret_cast<const char*>(&whole), sizeof seen);
  other.join();
  return seen > 1;
}
