// expect: verified
// search: dfs dpor optimal selective invisible-first composed
//
// The right twin of exit_semaphore_used_after_destroy.c: who destroys it has seen that the other one has done with it.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t s;
static atomic_int done;

static void *ends_it(void *argument) {
  if (atomic_load(&done)) {
    sem_post(&s);
    sem_destroy(&s);
  }
  return argument;
}
static void *uses_it(void *argument) {
  sem_post(&s);
  atomic_store(&done, 1);
  return argument;
}

int main(void) {
  pthread_t first, second;
  sem_init(&s, 0, 0);
  pthread_create(&first, 0, ends_it, 0);
  pthread_create(&second, 0, uses_it, 0);
  return 0;
}
