// expect: crash
// signal: SIGSEGV
// lines: 16
//
// The pointer is tested, and then loaded again: in between it may have become null.
#include <atomic>
#include <thread>

static int settings = 3;
static std::atomic<int*> current{&settings};

int main() {
  std::thread closer([] { current = nullptr; });
  int value = 3;
  if (current.load() != nullptr) {
    value = *current.load();
  }
  closer.join();
  return value - 3;
}
