// primitive: std::latch
// expect: race on b
// lines: 15, 17
// flags: -std=c++20
//
// Opens one too early.
#include <latch>
#include <thread>

static std::latch done(1);
static int b;

int main() {
  std::thread one([] { done.count_down(); });
  std::thread two([] { b = 2; });
  done.wait();
  const int sum = b;
  one.join();
  two.join();
  return sum > 2;
}
