// expect: verified
// flags: -std=c++20
//
// std::scoped_lock of the same two mutexes named in opposite orders: std::lock backs off, so this never deadlocks.
#include <mutex>
#include <thread>

static std::mutex a, b;
static int x;

int main() {
  std::thread other([] {
    std::scoped_lock both(b, a);
    x++;
  });
  {
    std::scoped_lock both(a, b);
    x++;
  }
  other.join();
  return x - 2;
}
