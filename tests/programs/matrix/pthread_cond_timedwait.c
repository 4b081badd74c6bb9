// expect: verified
// primitive: pthread_cond_timedwait
// exit: 0 1
//
// The waiter gives up or is woken, and believes the flag alone.
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, seen;

static void* consumer(void* arg) {
  struct timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_sec++;
  pthread_mutex_lock(&m);
  int error = 0;
  while (!ready && error != ETIMEDOUT) error = pthread_cond_timedwait(&c, &m, &soon);
  seen = ready;
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

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, consumer, NULL);
  pthread_create(&two, NULL, producer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return seen;
}
