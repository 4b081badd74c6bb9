// expect: verified
//
// A spin lock from std::atomic_flag.
#include <atomic>
#include <thread>

static std::atomic_flag busy = ATOMIC_FLAG_INIT;
static int x;

static void work() {
  while (busy.test_and_set(std::memory_order_acquire)) {
  }
  x++;
  busy.clear(std::memory_order_release);
}

int main() {
  std::thread one(work), two(work);
  one.join();
  two.join();
  return x - 2;
}
