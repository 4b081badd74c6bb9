// primitive: std::atomic<std::shared_ptr>
// expect: verified
// exit: 1 2
// flags: -std=c++20
//
// Loaded by one thread while the other stores.
#include <atomic>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> current;

int main() {
  current.store(std::make_shared<int>(1));
  std::thread other([] { current.store(std::make_shared<int>(2)); });
  const std::shared_ptr<int> seen = current.load();
  other.join();
  return *seen;
}
