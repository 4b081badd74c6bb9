// expect: verified
// primitive: madvise
// primitive: mlock
// exit: 0
//
// Advice about memory; what is no longer needed reads as zero.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

int main(void) {
  char* p = aligned_alloc(4096, 8192);
  p[0] = p[4096] = 1;
  assert(mlock(p, 4096) == 0 && munlock(p, 4096) == 0);
  assert(madvise(p, 8192, MADV_WILLNEED) == 0 && p[0] == 1);
  assert(posix_madvise(p, 4096, POSIX_MADV_SEQUENTIAL) == 0);
  assert(madvise(p + 1, 4096, MADV_WILLNEED) == -1 && errno == EINVAL);
  assert(madvise(p, 1, MADV_DONTNEED) == 0 && p[0] == 0 && p[4096] == 1);
  free(p);
  return 0;
}
