// primitive: std::try_lock
// expect: race on counter
// lines: 15, 18
//
// 0 is taken for success; it means that the first mutex was not to be had.
#include <mutex>
#include <thread>

static std::mutex a, b;
static int counter;

int main() {
  std::thread other([] {
    std::lock_guard<std::mutex> lock(a);
    counter++;
  });
  const int failed = std::try_lock(a, b);
  if (failed == 0) counter++;
  if (failed == -1) {
    a.unlock();
    b.unlock();
  }
  other.join();
}
