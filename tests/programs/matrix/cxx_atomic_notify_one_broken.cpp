// primitive: std::atomic::notify_one
// expect: deadlock
// flags: -std=c++20
//
// Two wait, one is notified.
#include <atomic>
#include <thread>

static std::atomic<int> stage{0};

int main() {
  std::thread first([] { stage.wait(0); }), second([] { stage.wait(0); });
  stage = 1;
  stage.notify_one();
  first.join();
  second.join();
}
