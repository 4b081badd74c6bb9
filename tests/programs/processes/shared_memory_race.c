// expect: race
// lines: 35, 38
// message: (shared memory /box)
// process: shared_memory_race.c -DFIRST
// process: shared_memory_race.c -DSECOND
// search: dfs dpor optimal stateful
//
// A queue of one place between two processes: the flag is a plain variable.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <unistd.h>

struct box {
  int content;
};

static struct box* open_box(void) {
  const int f = shm_open("/box", O_CREAT | O_RDWR, 0600);
  if (f < 0 || ftruncate(f, sizeof(struct box)) != 0) _exit(3);
  struct box* b = mmap(0, sizeof *b, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  close(f);
  return b == MAP_FAILED ? 0 : b;
}

static int own;  // of each process

int main(void) {
  struct box* b = open_box();
  if (!b) return 2;
  own++;
#ifdef FIRST
  own++;
  b->content = 42;
#else
  own += 2;
  if (b->content == 43) return 1;
#endif
  return own == 1 ? 9 : 0;
}
