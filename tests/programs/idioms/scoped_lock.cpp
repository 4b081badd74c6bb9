// expect: verified
// flags: -std=c++20
//
// Two mutexes by one std::scoped_lock.
#include <mutex>
#include <thread>

static std::mutex a, b;
static int x, y;

static void work() {
  std::scoped_lock both(a, b);
  x++;
  y++;
}

int main() {
  std::thread other(work);
  work();
  other.join();
  return x + y - 4;
}
