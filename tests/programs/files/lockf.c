// expect: verified
//
// Locks of fcntl belong to the process: its threads do not keep each other out, and closing any descriptor of the file
// ends them.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  int f = open("lockf.file", O_CREAT | O_RDWR, 0600), g = open("lockf.file", O_RDWR);
  assert(lockf(f, F_LOCK, 10) == 0 && lockf(g, F_TLOCK, 10) == 0 && lockf(g, F_TEST, 0) == 0);
  struct flock l = {F_WRLCK, SEEK_SET, 0, 0, 0};
  assert(fcntl(g, F_GETLK, &l) == 0 && l.l_type == F_UNLCK);
  assert(lockf(f, F_ULOCK, 0) == 0);
  assert(lockf(f, 77, 0) == -1 && errno == EINVAL);
  return 0;
}
