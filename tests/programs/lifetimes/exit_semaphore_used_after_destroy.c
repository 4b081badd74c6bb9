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

static sem_t s;
static atomic_int destroyed;

static void *ends_it(void *argument) {
  sem_post(&s);
  sem_destroy(&s);
  atomic_store(&destroyed, 1);
  return argument;
}
static void *uses_it(void *argument) {
  if (atomic_load(&destroyed)) {
    sem_post(&s);
  }
  return argument;
}

int main(void) {
  pthread_t first, second;
  sem_init(&s, 0, 0);
  pthread_create(&first, 0, ends_it, 0);
  pthread_create(&second, 0, uses_it, 0);
  return 0;
}
