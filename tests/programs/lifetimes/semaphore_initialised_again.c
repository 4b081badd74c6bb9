// expect: race on s
// lines: 15, 20
// search: dfs dpor optimal selective
//
// The second initialisation makes the waiter wait for ever, unless it comes first: then the two race.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t s;
static atomic_int other;

static void *initialises(void *argument) {
  atomic_store(&other, 1);
  sem_init(&s, 0, 0);
  return argument;
}
static void *waits(void *argument) {
  // Enabled at first.
  sem_wait(&s);
  return argument;
}

int main(void) {
  pthread_t first, second;
  sem_init(&s, 0, 1);
  pthread_create(&first, 0, initialises, 0);
  pthread_create(&second, 0, waits, 0);
  return 0;
}
