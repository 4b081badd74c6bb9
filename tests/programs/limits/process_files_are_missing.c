// expect: verified
// assumes: there are no files below /proc
//
// Programs ask there whether a debugger is attached, or how many threads they have.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

int main(void) {
  char name[32];
  snprintf(name, sizeof name, "/proc/%d/stat", 1);
  errno = 0;
  assert(open(name, O_RDONLY) == -1 && errno == ENOENT);
  errno = 0;
  assert(fopen("/proc/self/status", "r") == NULL && errno == ENOENT);
}
