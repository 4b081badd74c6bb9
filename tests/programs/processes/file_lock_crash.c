// expect: verified
// process: file_lock_crash.c -- 0
// process: file_lock_crash.c -- 1
// flags: --crash-process 1
// search: dpor optimal
//
// The lock of a process that crashes is free again.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

int main(void) {
  int f = open("lock.file", O_CREAT | O_RDWR, 0600);
  assert(flock(f, LOCK_EX) == 0);
  assert(flock(f, LOCK_UN) == 0);
  return 0;
}
