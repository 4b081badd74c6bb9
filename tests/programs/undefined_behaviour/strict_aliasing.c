// expect: verified
//
// Two types for the same bytes: broken rules of aliasing, done as written.
#include <assert.h>
#include <stdlib.h>

static int both(int* i, float* f) {
  *i = 1;
  *f = 0.0f;
  return *i;
}
static int apart(int* restrict a, int* restrict b) {
  *a = 1;
  *b = 2;
  return *a;
}

int main(void) {
  void* p = malloc(8);
  assert(both(p, p) == 0);
  assert(apart(p, p) == 2);
  int n = 3;
  assert(*(short*)&n == 3);
  free(p);
  return 0;
}
