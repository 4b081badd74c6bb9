// expect: verified
// search: dfs dpor optimal selective invisible-first composed
//
// The right twin: initialised in a second thread, but before the waiter is told.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t s;
static atomic_int ready;

static void *initialises(void *argument) {
  sem_init(&s, 0, 0);
  atomic_store(&ready, 1);
  sem_post(&s);
  return argument;
}
static void *waits(void *argument) {
  if (atomic_load(&ready)) sem_wait(&s);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, initialises, 0);
  pthread_create(&second, 0, waits, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
