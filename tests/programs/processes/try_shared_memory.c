// expect: verified
// process: try_shared_memory.c -- 0
// process: try_shared_memory.c -- 1
// search: dpor optimal stateful
//
// One process waits until the other has made what they share, without a word.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char** argv) {
  const int me = argc > 1 ? atoi(argv[1]) : 0;
  if (me == 0) {
    int f = shm_open("/try", O_CREAT | O_RDWR, 0600);
    assert(ftruncate(f, sizeof(int)) == 0);
    sem_t* s = sem_open("/try", O_CREAT, 0600, 0);
    assert(sem_post(s) == 0);
    return 0;
  }
  int f;
  sem_t* s;
  struct stat status;
  while ((f = shm_open("/try", O_RDWR, 0)) < 0) sched_yield();
  while ((s = sem_open("/try", 0)) == SEM_FAILED) sched_yield();
  assert(sem_wait(s) == 0);
  assert(fstat(f, &status) == 0 && status.st_size == sizeof(int));
  return 0;
}
