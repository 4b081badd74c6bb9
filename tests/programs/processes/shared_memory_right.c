// expect: verified
// process: shared_memory_right.c -DFIRST
// process: shared_memory_right.c -DSECOND
// search: dfs dpor optimal stateful
//
// The same with a named semaphore that says that the box is full; a variable of the same name in each process is its own.
#include <assert.h>
#include <fcntl.h>
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

static int own;

int main(void) {
  struct box* b = open_box();
  sem_t* full = sem_open("/full", O_CREAT, 0600, 0);
  assert(b && full != SEM_FAILED);
  own++;
#ifdef FIRST
  b->content = 42;
  sem_post(full);
#else
  sem_wait(full);
  assert(b->content == 42);
#endif
  assert(own == 1);
  return 0;
}
