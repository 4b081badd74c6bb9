// primitive: std::lock_guard
// expect: verified
// exit: 0
//
// Locks by itself, and adopts what is locked already.
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

int main() {
  std::thread other([] {
    m.lock();
    std::lock_guard<std::mutex> lock(m, std::adopt_lock);
    counter++;
  });
  {
    std::lock_guard<std::mutex> lock(m);
    counter++;
  }
  other.join();
  return counter - 2;
}
