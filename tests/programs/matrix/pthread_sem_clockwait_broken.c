// expect: assertion
// lines: 17
// primitive: sem_clockwait
//
// That a second is long enough is no promise.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t s;

static void* consumer(void* arg) {
  struct timespec soon = {1, 0};
  int error = sem_clockwait(&s, CLOCK_MONOTONIC, &soon);
  assert(error == 0);
  return arg;
}

static void* producer(void* arg) {
  sem_post(&s);
  return arg;
}

int main(void) {
  pthread_t one, two;
  sem_init(&s, 0, 0);
  pthread_create(&one, NULL, consumer, NULL);
  pthread_create(&two, NULL, producer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
