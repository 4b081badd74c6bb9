// expect: verified
// flags: -std=c++20
//
// std::binary_semaphore as a hand-off.
#include <semaphore>
#include <thread>

static std::binary_semaphore full(0);
static int slot;

int main() {
  std::thread other([] {
    slot = 4;
    full.release();
  });
  full.acquire();
  int got = slot;
  other.join();
  return got - 4;
}
