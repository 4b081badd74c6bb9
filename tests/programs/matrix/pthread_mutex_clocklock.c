// expect: verified
// primitive: pthread_mutex_clocklock
// exit: 1 2
//
// Whoever gets the mutex in time counts.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* worker(void* arg) {
  struct timespec soon;
  clock_gettime(CLOCK_MONOTONIC, &soon);
  soon.tv_sec++;
  if (pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &soon) == 0) {
    count++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return count;
}
