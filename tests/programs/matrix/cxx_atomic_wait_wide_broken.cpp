// primitive: std::atomic::wait on 1, 8 and 16 bytes
// expect: deadlock
// flags: -std=c++20
//
// Nobody notifies who waits for the long value.
#include <atomic>
#include <thread>

static std::atomic<long> wide{0};

int main() {
  std::thread other([] { wide.wait(0); });
  wide = 1L << 40;
  other.join();
}
