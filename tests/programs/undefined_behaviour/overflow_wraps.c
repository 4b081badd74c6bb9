// expect: verified
//
// Signed numbers wrap: no comparison is decided because it "cannot" overflow, no loop made endless.
#include <assert.h>
#include <limits.h>

static int big = INT_MAX;

static int grows(int n) { return n + 1 > n; }

int main(void) {
  assert(!grows(big));
  int rounds = 0;
  for (int i = big - 2; i > 0; ++i) ++rounds;
  assert(rounds == 3);
  int distance = 33;
  assert((1 << (distance + (big == 0))) == 2);
  char* low = (char*)16;
  assert(low - (big == 1 ? 0 : 32) > low);
  return 0;
}
