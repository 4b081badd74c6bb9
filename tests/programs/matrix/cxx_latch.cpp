// primitive: std::latch
// expect: verified
// exit: 0
// flags: -std=c++20
//
// Opens when all have counted down; what they did before is seen.
#include <cassert>
#include <latch>
#include <thread>

static std::latch done(2);
static int a, b;

int main() {
  std::thread one([] {
    a = 1;
    done.count_down();
  });
  std::thread two([] {
    b = 2;
    done.arrive_and_wait();
  });
  done.wait();
  const int sum = a + b;
  assert(done.try_wait());
  one.join();
  two.join();
  return sum - 3;
}
