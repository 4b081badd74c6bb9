// expect: deadlock
// process: crash_with_lock_broken.c -- 0
// process: crash_with_lock_broken.c -- 1
// flags: --crash-process 1
// search: dpor optimal
// timeout: 200
//
// The same with a mutex that is not robust: who waits for it waits forever.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <semaphore.h>
#include <unistd.h>

struct box {
  pthread_mutex_t lock;
  int first, second;  // always the same, but for a crash in between
};

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const int f = shm_open("/box", O_CREAT | O_RDWR, 0600);
  if (f < 0 || ftruncate(f, sizeof(struct box)) != 0) return 3;
  struct box* b = mmap(0, sizeof *b, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  if (atoi(argv[1]) == 0) {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&b->lock, &kind);
    sem_open("/made", O_CREAT, 0600, 0);
  } else if (sem_open("/made", 0) == SEM_FAILED) {
    return 0;  // not yet, or never
  }
  const int result = pthread_mutex_lock(&b->lock);
  assert(result == 0 || result == EOWNERDEAD);
  if (result == EOWNERDEAD) {
    b->second = b->first;
    pthread_mutex_consistent(&b->lock);
  }
  assert(b->first == b->second);
  b->first++;
  b->second++;
  pthread_mutex_unlock(&b->lock);
  return 0;
}
