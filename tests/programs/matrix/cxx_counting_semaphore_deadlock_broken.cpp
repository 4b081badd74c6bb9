// primitive: std::counting_semaphore
// expect: deadlock
// flags: -std=c++20
//
// Two units are wanted by each, one by one.
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> units(2);

static void work() {
  units.acquire();
  units.acquire();
  units.release(2);
}

int main() {
  std::thread other(work);
  work();
  other.join();
}
