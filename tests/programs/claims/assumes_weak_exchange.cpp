// expect: verified
// assumes: compare_exchange_weak
//
// An exchange that succeeded could have failed for no reason.
#include <atomic>

std::atomic<int> x{0};

int main() {
  int expected = 0;
  return x.compare_exchange_weak(expected, 1) ? 0 : 0;
}
