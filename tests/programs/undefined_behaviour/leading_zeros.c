// expect: verified
//
// Undefined for zero; some number, the same for all who look.
#include <assert.h>

static unsigned zero;

int main(void) {
  int n = __builtin_clz(zero);
  assert(n == __builtin_clz(zero));
  assert(__builtin_clz(1u + zero) == 31 && __builtin_ctz(8u + zero) == 3);
  double big = 1e20;
  int i = (int)(big + zero);
  if (i == 5) return 0;
  assert(i != 5);
  return 0;
}
