// expect: verified
// flags: -std=c++20
//
// std::atomic::wait and notify.
#include <atomic>
#include <thread>

static std::atomic<int> state{0};
static int data;

int main() {
  std::thread other([] {
    data = 3;
    state.store(1);
    state.notify_one();
  });
  state.wait(0);
  int got = data;
  other.join();
  return got - 3;
}
