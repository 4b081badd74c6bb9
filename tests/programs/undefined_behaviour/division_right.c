// expect: verified
//
#include <assert.h>
#include <limits.h>

static int zero, two = 2, minus = -1;
static short least = SHRT_MIN;

int main(void) {
  assert(7 / two == 3 && 7 % two == 1 && -7 / two == -3);
  assert(INT_MAX / minus == -INT_MAX);
  assert(least / minus == 32768);
  if (zero != 0) assert(7 / zero);
  assert(1.0 / zero > 1e300);
  return 0;
}
