// expect: memory
// lines: 25
// message: in memory of another process
// process: foreign_memory_broken.c -DFIRST
// process: foreign_memory_broken.c -DSECOND
// search: dfs dpor optimal stateful
//
// An address that was handed over in shared memory means nothing in another process.
#include <fcntl.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef FIRST
static int secret = 5;
#endif

int main(void) {
#ifdef FIRST
  const int f = shm_open("/p", O_CREAT | O_RDWR, 0600);
#else
  sem_wait(sem_open("/s", O_CREAT, 0600, 0));
  const int f = shm_open("/p", O_RDWR, 0600);
  int** p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  return **p != 5;
#endif
#ifdef FIRST
  if (ftruncate(f, 4096) != 0) return 2;
  int** p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  *p = &secret;
  sem_post(sem_open("/s", O_CREAT, 0600, 0));
  return 0;
#endif
}
