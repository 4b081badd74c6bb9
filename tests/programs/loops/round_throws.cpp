// expect: verified
//
// An exception that is thrown and caught in the round.
#include <atomic>
#include <thread>

std::atomic<bool> ready{false};

int main() {
  std::thread other([] { ready = true; });
  while (!ready) {
    try {
      throw 1;
    } catch (int) {
    }
  }
  other.join();
}
