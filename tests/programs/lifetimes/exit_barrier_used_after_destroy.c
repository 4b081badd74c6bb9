// expect: misuse
// lines: 23
// message: after it was destroyed
// search: dfs dpor optimal selective invisible-first composed
//
// main returns without waiting for anybody: in some executions the process ends before anything of this. That exit() has
// begun must not change what the other threads do.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_barrier_t b;
static atomic_int destroyed;

static void *ends_it(void *argument) {
  pthread_barrier_wait(&b);
  pthread_barrier_destroy(&b);
  atomic_store(&destroyed, 1);
  return argument;
}
static void *uses_it(void *argument) {
  if (atomic_load(&destroyed)) {
    pthread_barrier_wait(&b);
  }
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_barrier_init(&b, 0, 1);
  pthread_create(&first, 0, ends_it, 0);
  pthread_create(&second, 0, uses_it, 0);
  return 0;
}
