// primitive: std::atomic<std::shared_ptr>
// expect: verified
// exit: 0
// flags: -std=c++20
//
// exchange and compare_exchange: one of the two threads wins.
#include <atomic>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> current;
static int won[2];

int main() {
  std::thread other([] {
    std::shared_ptr<int> none;
    won[0] = current.compare_exchange_strong(none, std::make_shared<int>(1));
  });
  won[1] = current.exchange(std::make_shared<int>(2)) == nullptr;
  other.join();
  return won[0] + won[1] == 1 && *current.load() == 2 ? 0 : 1;
}
