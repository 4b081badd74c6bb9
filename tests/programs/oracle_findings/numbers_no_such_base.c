// expect: verified
//
// strtol with a base that does not exist: EINVAL, and glibc leaves the end pointer alone.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
  char *end = NULL;
  errno = 0;
  assert(strtol("12", &end, 1) == 0 && errno == EINVAL && end == NULL);
  errno = 0;
  assert(strtoull("12", &end, 37) == 0 && errno == EINVAL && end == NULL);
  return 0;
}
