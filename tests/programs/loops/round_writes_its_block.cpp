// expect: assertion
//
// A loop inside a round writes to a block of the round: it does not wait, though nothing else changes.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

std::atomic<bool> ready{false};

int main() {
  std::thread other([] { ready = true; });
  while (!ready) {
    auto count = std::make_unique<int>(0);
    while (!ready) {
      ++*count;
      assert(*count < 3);
    }
  }
  other.join();
}
