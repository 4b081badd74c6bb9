// primitive: std::mutex
// expect: deadlock
// lines: 15, 19
// cycle: 2
//
// Two mutexes in opposite orders.
#include <mutex>
#include <thread>

static std::mutex a, b;

int main() {
  std::thread other([] {
    std::lock_guard<std::mutex> first(b);
    std::lock_guard<std::mutex> second(a);
  });
  {
    std::lock_guard<std::mutex> first(a);
    std::lock_guard<std::mutex> second(b);
  }
  other.join();
}
