// expect: deadlock
//
// exception_unlocks.cpp with lock() and unlock() by hand: the exception jumps over the unlock.
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex m;
static int x;

static void work(bool fail) {
  try {
    m.lock();
    x++;
    if (fail) throw std::runtime_error("on purpose");
    m.unlock();
  } catch (const std::runtime_error&) {
  }
}

int main() {
  std::thread other(work, true);
  work(false);
  other.join();
  return x - 2;
}
