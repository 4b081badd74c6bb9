// expect: verified
// assumes: malloc succeeds
// assumes: uninitialised memory reads as zero
//
// Two values, of which both would have to be guessed.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  int found = 0;
  if (p[2] == 5 && p[3] == 6) found = 1;
  assert(!found);
  free(p);
}
