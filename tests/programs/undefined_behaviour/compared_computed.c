// expect: verified
// assumes: malloc succeeds
// assumes: uninitialised memory reads as zero
//
// Something computed from it, and something that only its high bits decide.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  unsigned *p = malloc(4 * sizeof *p);
  p[1] = 0;
  int found = 0;
  if (p[1] * 3 + 1 == 22) found = 1;
  if (p[2] >> 30 == 1) found = 1;
  assert(!found);
  free(p);
}
