// expect: verified
// exit: 0
//
// The logarithm of the gamma function: one thread may use the variable for the sign, the others keep it to themselves.
#include <math.h>

#include <cassert>
#include <cmath>
#include <thread>

int main() {
  assert(std::lgamma(-0.5) > 1.26 && signgam == -1);
  std::thread a([] { assert(std::lgamma(3.0) > 0.69); });
  std::thread b([] {
    int sign;
    assert(lgammaf_r(-0.5f, &sign) > 1.26f && sign == -1);
  });
  a.join();
  b.join();
  assert(signgam == 1);
}
