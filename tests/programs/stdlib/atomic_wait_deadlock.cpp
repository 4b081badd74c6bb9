// expect: deadlock
// flags: -std=c++20
//
// A waiter that nobody notifies: whoever is already asleep does not see the new value.
#include <atomic>
#include <thread>

static std::atomic<int> state{0};

int main() {
  std::thread other([] { state.store(1); });
  state.wait(0);
  other.join();
}
