// primitive: std::atomic<std::weak_ptr>
// expect: verified
// exit: 0 1
// flags: -std=c++20
//
// A weak pointer locks the object or finds it gone.
#include <atomic>
#include <memory>
#include <thread>

static std::atomic<std::weak_ptr<int>> watched;

int main() {
  auto owner = std::make_shared<int>(1);
  std::thread other([&] { watched.store(owner); });
  const std::shared_ptr<int> seen = watched.load().lock();
  other.join();
  return seen ? *seen : 0;
}
