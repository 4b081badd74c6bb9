// primitive: std::mutex
// expect: misuse
// lines: 13
//
// A thread unlocks what another one has locked.
#include <mutex>
#include <thread>

static std::mutex m;

int main() {
  m.lock();
  std::thread other([] { m.unlock(); });
  other.join();
}
