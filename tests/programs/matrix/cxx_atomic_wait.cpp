// primitive: std::atomic::wait
// primitive: std::atomic::notify_one
// expect: verified
// exit: 0
// flags: -std=c++20
//
// Waits until the value is another one.
#include <atomic>
#include <thread>

static std::atomic<int> stage{0};
static int data;

int main() {
  std::thread other([] {
    data = 1;
    stage.store(1);
    stage.notify_one();
  });
  stage.wait(0);
  const int seen = data;
  other.join();
  return seen - 1;
}
