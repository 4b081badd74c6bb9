// expect: verified
// primitive: pthread_mutex_timedlock
// exit: 0 1
//
// Two mutexes in opposite orders do not deadlock if one thread gives up. Whether it does depends on the schedule.
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int given_up;

static void* forward(void* arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}

static void* backward(void* arg) {
  struct timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_sec++;
  pthread_mutex_lock(&b);
  if (pthread_mutex_timedlock(&a, &soon) == ETIMEDOUT)
    given_up = 1;
  else
    pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, forward, NULL);
  pthread_create(&two, NULL, backward, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return given_up;
}
