// expect: verified
// search: dfs dpor optimal selective invisible-first composed
//
// The right twin of exit_rwlock_used_after_destroy.c: who destroys it has seen that the other one has done with it.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int done;

static void *ends_it(void *argument) {
  if (atomic_load(&done)) {
    pthread_rwlock_rdlock(&l), pthread_rwlock_unlock(&l);
    pthread_rwlock_destroy(&l);
  }
  return argument;
}
static void *uses_it(void *argument) {
  pthread_rwlock_rdlock(&l), pthread_rwlock_unlock(&l);
  atomic_store(&done, 1);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, ends_it, 0);
  pthread_create(&second, 0, uses_it, 0);
  return 0;
}
