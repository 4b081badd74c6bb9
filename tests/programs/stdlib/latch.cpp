// expect: verified
// flags: -std=c++20
//
// std::latch.
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
    done.count_down();
  });
  done.wait();
  int sum = a + b;
  one.join();
  two.join();
  return sum - 3;
}
