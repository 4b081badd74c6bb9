// expect: race on count
// lines: 17
// primitive: pthread_mutex_timedlock
//
// A time-out is not looked at.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* worker(void* arg) {
  struct timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_sec++;
  int failed = pthread_mutex_timedlock(&m, &soon);
  count++;
  if (!failed) pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
