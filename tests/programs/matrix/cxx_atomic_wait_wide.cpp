// primitive: std::atomic::wait on 1, 8 and 16 bytes
// expect: verified
// flags: -std=c++20
//
// Values that are no futex wait through a proxy.
#include <atomic>
#include <thread>

static std::atomic<char> narrow{0};
static std::atomic<long> wide{0};

int main() {
  std::thread other([] {
    narrow = 1;
    narrow.notify_one();
    wide.wait(0);
  });
  narrow.wait(0);
  wide = 1L << 40;
  wide.notify_all();
  other.join();
}
