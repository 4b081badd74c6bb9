// expect: verified
// assumes: malloc succeeds
// assumes: uninitialised memory reads as zero
//
// Eight bytes, and a number that no pattern is likely to be.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  long *p = malloc(2 * sizeof *p);
  int found = 0;
  if (p[1] == 123456789012L) found = 1;
  assert(!found);
  free(p);
}
