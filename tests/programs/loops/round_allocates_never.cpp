// expect: livelock
//
// The same where nobody sets the flag.
#include <atomic>
#include <memory>
#include <thread>

std::atomic<bool> ready{false};

int main() {
  std::thread other([] {});
  while (!ready) {
    auto one = std::make_unique<int>(1);
  }
  other.join();
}
