// expect: assertion
//
// The destructor of what the round allocates does something that lasts.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

std::atomic<bool> ready{false};
int ended = 0;

struct Counted {
  ~Counted() { ++ended; }
};

int main() {
  std::thread other([] { ready = true; });
  while (!ready) {
    auto one = std::make_unique<Counted>();
    assert(ended < 3);
  }
  other.join();
}
