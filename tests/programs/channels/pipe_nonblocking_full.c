// expect: verified
// search: dfs
//
// Partial sends, and those that are small enough to go as a whole or not at all.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static char block[70000];

int main(void) {
  int ends[2];
  assert(pipe2(ends, O_NONBLOCK) == 0);
  char c;
  assert(read(ends[0], &c, 1) == -1 && errno == EAGAIN);
  assert(write(ends[1], block, 65000) == 65000);
  assert(write(ends[1], block, 4096) == -1 && errno == EAGAIN);
  assert(write(ends[1], block, 4097) == 536);
  assert(write(ends[1], block, 1) == -1 && errno == EAGAIN);
  assert(read(ends[0], block, 70000) == 65536);
  assert(read(ends[1], &c, 1) == -1 && errno == EBADF);
  assert(write(ends[0], &c, 1) == -1 && errno == EBADF);
  assert(lseek(ends[0], 0, SEEK_SET) == -1 && errno == ESPIPE);
  assert(close(ends[1]) == 0);
  assert(read(ends[0], &c, 1) == 0);
  assert(close(ends[1]) == -1 && errno == EBADF);
  assert(read(77, &c, 1) == -1 && errno == EBADF);
  return 0;
}
