// expect: assertion
// process: not_recoverable_broken.c -- 0
// process: not_recoverable_broken.c -- 1
// flags: --crash-process 1
// search: dpor optimal stateful
// timeout: 200
//
// A robust mutex, with nothing between lock and unlock: its owner may be killed there, and who comes next is told so.
// Unlocked as it is, it is lost for good.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const int f = shm_open("/lock", O_CREAT | O_RDWR, 0600);
  if (f < 0 || ftruncate(f, sizeof(pthread_mutex_t)) != 0) return 3;
  pthread_mutex_t* m = mmap(0, sizeof *m, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  if (atoi(argv[1]) == 0) {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(m, &kind);
    sem_open("/made", O_CREAT, 0600, 0);
  } else if (sem_open("/made", 0) == SEM_FAILED) {
    return 0;  // not yet, or never
  }
  const int result = pthread_mutex_lock(m);
  assert(result == 0 || result == EOWNERDEAD);
  pthread_mutex_unlock(m);
  const int again = pthread_mutex_lock(m);
  assert(again != ENOTRECOVERABLE);
  pthread_mutex_unlock(m);
  return 0;
}
