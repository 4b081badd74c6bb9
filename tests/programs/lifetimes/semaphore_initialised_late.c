// expect: misuse
// message: never initialised
// lines: 18
// search: dfs dpor optimal selective invisible-first composed
//
// Once the semaphore is initialised the waiter waits, and the post orders all of it: only if the waiter comes first can it be seen.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *initialises(void *argument) {
  sem_init(&s, 0, 0);
  sem_post(&s);
  return argument;
}
static void *waits(void *argument) {
  sem_wait(&s);
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
