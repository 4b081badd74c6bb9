// primitive: std::atomic::wait
// expect: deadlock
// flags: -std=c++20
//
// The value changes and nobody is notified.
#include <atomic>
#include <thread>

static std::atomic<int> stage{0};

int main() {
  std::thread other([] { stage.store(1); });
  stage.wait(0);
  other.join();
}
