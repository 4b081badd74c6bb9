// primitive: std::atomic<std::shared_ptr>
// expect: race on current
// lines: 13, 14
// flags: -std=c++20
//
// A shared_ptr object that two threads use without the atomic.
#include <memory>
#include <thread>

static std::shared_ptr<int> current = std::make_shared<int>(1);

int main() {
  std::thread other([] { current.reset(); });
  const std::shared_ptr<int> seen = current;
  other.join();
  return seen ? *seen > 1 : 0;
}
