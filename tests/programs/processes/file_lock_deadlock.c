// expect: verified
// process: file_lock_deadlock.c -- 0
// process: file_lock_deadlock.c -- 1
// search: dpor optimal
//
// Two ranges in different orders: fcntl tells one of the two processes, which gives up.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static int lock(int f, short kind, off_t from) {
  struct flock l = {kind, SEEK_SET, from, 1, 0};
  return fcntl(f, F_SETLKW, &l);
}

int main(int argc, char** argv) {
  const int me = argc > 1 ? atoi(argv[1]) : 0;
  int f = open("lock.file", O_CREAT | O_RDWR, 0600);
  assert(lock(f, F_WRLCK, me) == 0);
  if (lock(f, F_WRLCK, 1 - me) != 0) assert(errno == EDEADLK);
  return 0;
}
