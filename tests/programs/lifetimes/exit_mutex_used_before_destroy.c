// expect: verified
// search: dfs dpor optimal selective invisible-first composed
//
// The right twin of exit_mutex_used_after_destroy.c: who destroys it has seen that the other one has done with it.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;

static void *ends_it(void *argument) {
  if (atomic_load(&done)) {
    pthread_mutex_lock(&m), pthread_mutex_unlock(&m);
    pthread_mutex_destroy(&m);
  }
  return argument;
}
static void *uses_it(void *argument) {
  pthread_mutex_lock(&m), pthread_mutex_unlock(&m);
  atomic_store(&done, 1);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, ends_it, 0);
  pthread_create(&second, 0, uses_it, 0);
  return 0;
}
