// expect: verified
//
// Only what lies below /proc is known to be missing; a name that begins alike is looked for on disk.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>

int main(void) {
  assert(open("/process", O_RDONLY) == -1 && errno == ENOENT);
  return 0;
}
