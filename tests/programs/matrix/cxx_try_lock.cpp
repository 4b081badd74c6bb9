// primitive: std::try_lock
// expect: verified
// exit: 0 2
//
// All or none: -1 if all are locked, else the index of the one that was not to be had.
#include <mutex>
#include <thread>

static std::mutex a, b;
static int counter;

int main() {
  std::thread other([] {
    std::lock_guard<std::mutex> lock(b);
    counter++;
  });
  const int failed = std::try_lock(a, b);
  if (failed == -1) {
    counter++;
    a.unlock();
    b.unlock();
  } else if (a.try_lock()) {
    a.unlock();
  } else {
    return 9;
  }
  other.join();
  return failed + 1;
}
