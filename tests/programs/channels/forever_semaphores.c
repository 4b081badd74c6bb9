// expect: verified
// exit: never
// search: stateful
//
// As forever_pipes, with two semaphores, and what they hand over in memory.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t there, back;
static int value;

static void* echo(void* unused) {
  for (;;) {
    sem_wait(&there);
    assert(value == 1);
    value = 2;
    sem_post(&back);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&there, 0, 0);
  sem_init(&back, 0, 0);
  pthread_create(&t, NULL, echo, NULL);
  for (;;) {
    value = 1;
    sem_post(&there);
    sem_wait(&back);
    assert(value == 2);
  }
}
