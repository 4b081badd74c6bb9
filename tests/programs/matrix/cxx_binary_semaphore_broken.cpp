// primitive: std::binary_semaphore
// expect: race on counter
// lines: 16, 20
// flags: -std=c++20
//
// try_acquire may fail and nobody looks.
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
  const bool mine = free_place.try_acquire();
  counter++;
  if (mine) free_place.release();
  other.join();
}
