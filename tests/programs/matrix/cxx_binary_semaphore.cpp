// primitive: std::binary_semaphore
// expect: verified
// exit: 1 2
// flags: -std=c++20
//
// Used as a lock; try_acquire may fail.
#include <semaphore>
#include <thread>

static std::binary_semaphore free_place(1);
static int counter;

int main() {
  std::thread other([] {
    free_place.acquire();
    counter++;
    free_place.release();
  });
  if (free_place.try_acquire()) {
    counter++;
    free_place.release();
  }
  other.join();
  return counter;
}
