// expect: race on b
// lines: 14, 16
// flags: -std=c++20
//
// latch.cpp with a latch that opens one too early.
#include <latch>
#include <thread>

static std::latch done(1);
static int b;

int main() {
  std::thread one([] { done.count_down(); });
  std::thread two([] { b = 2; });
  done.wait();
  int sum = b;
  one.join();
  two.join();
  return sum < 0;
}
