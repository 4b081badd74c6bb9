// expect: verified
// primitive: pthread_cond_clockwait
// exit: 0 1
//
// As pthread_cond_timedwait, by a clock that the caller chooses. A lost signal is no deadlock.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int timed_out;

static void* consumer(void* arg) {
  struct timespec soon;
  clock_gettime(CLOCK_MONOTONIC, &soon);
  soon.tv_sec++;
  pthread_mutex_lock(&m);
  timed_out = pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &soon) == ETIMEDOUT;
  pthread_mutex_unlock(&m);
  return arg;
}

static void* producer(void* arg) {
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, consumer, NULL);
  pthread_create(&two, NULL, producer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return timed_out;
}
