// primitive: std::atomic of floating point
// expect: verified
// exit: 0
// flags: -std=c++20
//
// fetch_add on a double and a float.
#include <atomic>
#include <thread>

static std::atomic<double> sum{0.5};
static std::atomic<float> small{1.0f};

int main() {
  std::thread other([] {
    sum.fetch_add(1.25);
    small -= 0.5f;
  });
  sum += 0.25;
  other.join();
  return sum == 2.0 && small == 0.5f ? 0 : 1;
}
