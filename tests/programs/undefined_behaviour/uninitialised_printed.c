// expect: verified
// assumes: malloc succeeds
// assumes: uninitialised memory reads as zero
//
// Nothing branches on it, but it can be read in the output.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  printf("%d\n", *p);
  free(p);
}
