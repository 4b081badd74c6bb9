// expect: verified
// search: dfs dpor optimal selective invisible-first composed
//
// The right twin of exit_barrier_used_after_destroy.c: who destroys it has seen that the other one has done with it.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_barrier_t b;
static atomic_int done;

static void *ends_it(void *argument) {
  if (atomic_load(&done)) {
    pthread_barrier_wait(&b);
    pthread_barrier_destroy(&b);
  }
  return argument;
}
static void *uses_it(void *argument) {
  pthread_barrier_wait(&b);
  atomic_store(&done, 1);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_barrier_init(&b, 0, 1);
  pthread_create(&first, 0, ends_it, 0);
  pthread_create(&second, 0, uses_it, 0);
  return 0;
}
