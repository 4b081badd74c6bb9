// expect: verified
// primitive: sem_clockwait
// exit: 0 1
//
// As sem_timedwait, by a clock that the caller chooses.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t s;
static int value, seen;

static void* consumer(void* arg) {
  struct timespec soon = {1, 0};
  if (sem_clockwait(&s, CLOCK_MONOTONIC, &soon) == 0) seen = value;
  return arg;
}

static void* producer(void* arg) {
  value = 1;
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
  return seen;
}
