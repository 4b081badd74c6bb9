// expect: assertion
// lines: 21
//
// The section ends when an exception leaves it: what follows is no part of it.
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<int> x;
extern "C" void __VERIFIER_atomic_try(int value) {
  x = value;
  if (value > 0) throw value;
}
int main() {
  std::thread other([] { x = 7; });
  try {
    __VERIFIER_atomic_try(1);
  } catch (int) {
  }
  int now = x;
  other.join();
  assert(now == 1 || x != 7);
  return 0;
}
