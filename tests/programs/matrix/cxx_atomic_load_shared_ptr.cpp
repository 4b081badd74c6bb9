// primitive: std::atomic_load of a shared_ptr
// expect: verified
// exit: 1 2
// flags: -std=c++17
//
// The free functions, on both sides.
#include <memory>
#include <thread>

static std::shared_ptr<int> current = std::make_shared<int>(1);

int main() {
  std::thread other([] { std::atomic_store(&current, std::make_shared<int>(2)); });
  const std::shared_ptr<int> seen = std::atomic_load(&current);
  other.join();
  return *seen;
}
