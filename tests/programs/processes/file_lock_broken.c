// expect: race
// process: file_lock_broken.c -- 0
// process: file_lock_broken.c -- 1
// search: dpor optimal
//
// The ranges do not overlap.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct shared {
  int x;
};
static struct shared* memory(void) {
  int f = shm_open("/x", O_CREAT | O_RDWR, 0600);
  assert(f >= 0 && ftruncate(f, sizeof(struct shared)) == 0);
  struct shared* s = mmap(0, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  assert(s != MAP_FAILED);
  return s;
}
static int lock(int f, short kind, off_t from, off_t length, int command) {
  struct flock l = {kind, SEEK_SET, from, length, 0};
  return fcntl(f, command, &l);
}

int main(int argc, char** argv) {
  const int me = argc > 1 ? atoi(argv[1]) : 0;
  struct shared* s = memory();
  int f = open("lock.file", O_CREAT | O_RDWR, 0600);
  assert(lock(f, F_WRLCK, me * 10, 10, F_SETLKW) == 0);
  s->x += me + 1;
  assert(lock(f, F_UNLCK, 0, 0, F_SETLK) == 0);
  return 0;
}
