// expect: assertion
// search: auto
//
// The value of a semaphore is part of the state: it grows in each round of a loop that waits.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;
static sem_t rounds;

static void* worker(void* argument) {
  while (!atomic_load(&flag)) sem_post(&rounds);
  return argument;
}

int main(void) {
  int value;
  pthread_t thread;
  sem_init(&rounds, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  atomic_store(&flag, 1);
  pthread_join(thread, NULL);
  sem_getvalue(&rounds, &value);
  assert(value != 3);
  return 0;
}
