// expect: verified
// primitive: pthread_condattr
// exit: 0 1
//
// A condition that measures by the monotonic clock.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c;
static int ready, timed_out;

static void* consumer(void* arg) {
  struct timespec soon;
  clock_gettime(CLOCK_MONOTONIC, &soon);
  soon.tv_sec++;
  pthread_mutex_lock(&m);
  while (!ready && !timed_out) timed_out = pthread_cond_timedwait(&c, &m, &soon) == ETIMEDOUT;
  pthread_mutex_unlock(&m);
  return arg;
}

static void* producer(void* arg) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return arg;
}

static void prepare(void) {
  pthread_condattr_t a;
  clockid_t clock;
  int shared;
  assert(pthread_condattr_init(&a) == 0);
  assert(pthread_condattr_getclock(&a, &clock) == 0 && clock == CLOCK_REALTIME);
  assert(pthread_condattr_setclock(&a, CLOCK_MONOTONIC) == 0);
  assert(pthread_condattr_getclock(&a, &clock) == 0 && clock == CLOCK_MONOTONIC);
  assert(pthread_condattr_setclock(&a, CLOCK_PROCESS_CPUTIME_ID) == EINVAL);
  assert(pthread_condattr_getpshared(&a, &shared) == 0 && shared == PTHREAD_PROCESS_PRIVATE);
  assert(pthread_cond_init(&c, &a) == 0);
  assert(pthread_condattr_destroy(&a) == 0);
}

int main(void) {
  pthread_t one, two;
  prepare();
  pthread_create(&one, NULL, consumer, NULL);
  pthread_create(&two, NULL, producer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_cond_destroy(&c);
  return timed_out;
}
