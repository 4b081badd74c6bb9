// expect: verified
//
// valloc and pvalloc give memory that begins at a page; that of pvalloc fills whole pages.
#include <assert.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  const size_t page = (size_t)getpagesize();
  char* p = valloc(10);
  char* q = pvalloc(10);
  assert((uintptr_t)p % page == 0 && (uintptr_t)q % page == 0);
  p[9] = 1;
  q[page - 1] = 1;
  free(realloc(p, 20));
  free(q);
}
