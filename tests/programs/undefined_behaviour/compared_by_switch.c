// expect: verified
// assumes: malloc succeeds
// assumes: uninitialised memory reads as zero
//
// A switch compares, too.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  int found = 0;
  switch (p[2]) {
    case 5: found = 1; break;
    case 9: found = 2; break;
  }
  assert(!found);
  free(p);
}
