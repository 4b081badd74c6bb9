// expect: deadlock
// process: crash_before_rwunlock_broken.c -- 0
// process: crash_before_rwunlock_broken.c -- 1
// flags: --crash-process 1
// search: dpor optimal stateful
// timeout: 200
//
// The same with a lock for writers and readers: nothing at all lies between lock and unlock, and still the process may be killed there: who comes later waits forever.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const int f = shm_open("/lock", O_CREAT | O_RDWR, 0600);
  if (f < 0 || ftruncate(f, sizeof(pthread_rwlock_t)) != 0) return 3;
  pthread_rwlock_t* m = mmap(0, sizeof *m, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  if (atoi(argv[1]) == 0) {
    pthread_rwlockattr_t kind;
    pthread_rwlockattr_init(&kind);
    pthread_rwlockattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
    pthread_rwlock_init(m, &kind);
    sem_open("/made", O_CREAT, 0600, 0);
  } else if (sem_open("/made", 0) == SEM_FAILED) {
    return 0;  // not yet, or never
  }
  (atoi(argv[1]) == 0 ? pthread_rwlock_wrlock : pthread_rwlock_rdlock)(m);
  pthread_rwlock_unlock(m);
  return 0;
}
