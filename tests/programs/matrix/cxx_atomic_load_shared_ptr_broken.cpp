// primitive: std::atomic_load of a shared_ptr
// expect: race on current
// lines: 13, 14
// flags: -std=c++17
//
// One side uses the free functions, the other does not.
#include <memory>
#include <thread>

static std::shared_ptr<int> current = std::make_shared<int>(1);

int main() {
  std::thread other([] { std::atomic_store(&current, std::make_shared<int>(2)); });
  const std::shared_ptr<int> seen = current;
  other.join();
  return *seen > 2;
}
