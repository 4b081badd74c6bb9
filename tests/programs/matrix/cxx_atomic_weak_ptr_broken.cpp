// primitive: std::atomic<std::weak_ptr>
// expect: assertion
// lines: 18
// flags: -std=c++20
//
// The object may be gone: lock gives no pointer.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<std::weak_ptr<int>> watched;

int main() {
  auto owner = std::make_shared<int>(1);
  watched.store(owner);
  std::thread other([&] { owner.reset(); });
  assert(watched.load().lock() != nullptr);
  other.join();
}
