// expect: verified
// exit: 0
//
// The logarithm of the gamma function by two threads at once. One of them alone looks at the sign.
#include <math.h>

#include <cassert>
#include <cmath>
#include <thread>

int main() {
  assert(std::lgamma(-0.5) > 1.26 && signgam == -1);
  std::thread a([] { assert(std::lgamma(3.0) > 0.69); });
  std::thread b([] { assert(lgammaf(1.0f) == 0); });
  a.join();
  b.join();
  assert(signgam == 1);
}
