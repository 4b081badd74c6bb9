// expect: verified
// assumes: malloc succeeds
// assumes: uninitialised memory reads as zero
//
// A number with a point.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  double *p = malloc(2 * sizeof *p);
  int found = 0;
  if (p[1] == 2.5) found = 1;
  assert(!found);
  free(p);
}
