// expect: verified
// executions(dpor): 1
// executions(optimal): 1
// search: dpor optimal
//
// As handshakes.c; here the loops around the waiting ones are watched as well.
#include <atomic>
#include <thread>

constexpr int kTimes = 10;
static std::atomic<int> ping, pong;

int main() {
  std::thread other([] {
    for (int i = 1; i <= kTimes; ++i) {
      while (ping.load() != i) {
      }
      pong.store(i);
    }
  });
  for (int i = 1; i <= kTimes; ++i) {
    ping.store(i);
    while (pong.load() != i) {
    }
  }
  other.join();
}
