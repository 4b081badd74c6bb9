// expect: verified
// primitive: pthread_timedjoin_np
// exit: 0 1
//
// The time may be over before the thread is. Then it can still be joined.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static int sum;

static void* worker(void* arg) {
  sum = 5;
  return arg;
}

int main(void) {
  pthread_t thread;
  void* value = NULL;
  struct timespec soon;
  pthread_create(&thread, NULL, worker, &sum);
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_sec++;
  const int error = pthread_timedjoin_np(thread, &value, &soon);
  if (error == ETIMEDOUT) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    assert(now.tv_sec >= soon.tv_sec && value == NULL);
    pthread_join(thread, &value);
  }
  assert(value == &sum && sum == 5);
  return error != 0;
}
