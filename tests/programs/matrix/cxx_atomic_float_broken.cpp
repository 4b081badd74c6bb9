// primitive: std::atomic of floating point
// expect: assertion
// lines: 17
// flags: -std=c++20
//
// A load and a store: an addition is lost.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<double> sum{0};

int main() {
  std::thread other([] { sum = sum + 1.5; });
  sum = sum + 1.5;
  other.join();
  assert(sum == 3.0);
}
