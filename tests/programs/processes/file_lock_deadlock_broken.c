// expect: deadlock
// process: file_lock_deadlock_broken.c -- 0
// process: file_lock_deadlock_broken.c -- 1
// search: dpor optimal
//
// flock does not tell.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

int main(int argc, char** argv) {
  const int me = argc > 1 ? atoi(argv[1]) : 0;
  int f = open(me ? "b.lock" : "a.lock", O_CREAT | O_RDWR, 0600),
      g = open(me ? "a.lock" : "b.lock", O_CREAT | O_RDWR, 0600);
  assert(flock(f, LOCK_EX) == 0);
  assert(flock(g, LOCK_EX) == 0);
  return 0;
}
