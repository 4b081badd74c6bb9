// expect: verified
//
// A ticket lock: draw a number, wait until it is served.
#include <atomic>
#include <thread>

static std::atomic<int> next_ticket{0}, now_serving{0};
static int x;

static void work() {
  int mine = next_ticket.fetch_add(1, std::memory_order_relaxed);
  while (now_serving.load(std::memory_order_acquire) != mine) {
  }
  x++;
  now_serving.store(mine + 1, std::memory_order_release);
}

int main() {
  std::thread one(work), two(work);
  one.join();
  two.join();
  return x - 2;
}
