// expect: verified
// assumes: malloc succeeds
//
// The null pointer that malloc may return is never seen; the verdict has to say so.
#include <stdlib.h>

int main(void) {
  int* p = malloc(sizeof *p);
  *p = 0;
  const int result = *p;
  free(p);
  return result;
}
