// expect: verified
// assumes: malloc succeeds
// assumes: uninitialised memory reads as zero
//
// The way is the same whether the memory is zero or ones; that the comparison looks at it is what shows.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(2 * sizeof *p);
  int found = 0;
  if (p[1] == 7) found = 1;
  assert(!found);
  free(p);
}
