// expect: verified
// assumes: malloc succeeds
// assumes: uninitialised memory reads as zero
//
// Memory behind pointers reads as zero: the right verdict under that assumption, and the function is all there.
#include <assert.h>
#include <stdlib.h>

struct Pair { int a, b; };

static int look(struct Pair* p) {
  if (p->b) return p->a;
  return 2;
}

int main(void) {
  struct Pair local;
  local.a = 1;
  assert(look(&local) == 2);
  int* heap = malloc(4 * sizeof *heap);
  if (heap[2]) assert(0);
  free(heap);
  int many[8];
  for (int i = 0; i < 8; ++i)
    if (many[i]) assert(0);
  return 0;
}
