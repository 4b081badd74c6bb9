// expect: assertion
//
// And the destructor of what it throws.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> ready{false};
int ended = 0;

struct Thrown {
  Thrown() = default;
  Thrown(const Thrown &) = default;
  ~Thrown() { ++ended; }
};

int main() {
  std::thread other([] { ready = true; });
  while (!ready) {
    try {
      throw Thrown();
    } catch (const Thrown &) {
    }
    assert(ended < 3);
  }
  other.join();
}
