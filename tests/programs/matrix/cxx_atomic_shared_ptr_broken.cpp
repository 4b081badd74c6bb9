// primitive: std::atomic<std::shared_ptr>
// expect: race
// lines: 15, 16
// flags: -std=c++20
//
// The pointer is atomic, what it points to is not.
#include <atomic>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> current;

int main() {
  current.store(std::make_shared<int>(1));
  std::thread other([] { ++*current.load(); });
  ++*current.load();
  other.join();
}
