// expect: misuse
// lines: 23
// primitive: pthread_mutex_clocklock
//
// A mutex that was not got in time is unlocked all the same.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* holder(void* arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

static void* worker(void* arg) {
  struct timespec soon;
  clock_gettime(CLOCK_MONOTONIC, &soon);
  soon.tv_sec++;
  pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &soon);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, holder, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
