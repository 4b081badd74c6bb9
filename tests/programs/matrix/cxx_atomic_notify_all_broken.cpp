// primitive: std::atomic::notify_all
// expect: deadlock
// flags: -std=c++20
//
// All are notified before the value changes.
#include <atomic>
#include <thread>

static std::atomic<bool> open{false};

int main() {
  std::thread waiter([] { open.wait(false); });
  open.notify_all();
  open = true;
  waiter.join();
}
