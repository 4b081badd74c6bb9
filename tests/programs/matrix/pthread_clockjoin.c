// expect: verified
// primitive: pthread_clockjoin_np
// exit: 0 1
//
// With either clock, and with none: EINVAL. A null pointer is no limit.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static int sum;

static void* worker(void* arg) {
  sum++;
  return arg;
}

int main(void) {
  pthread_t thread;
  void* value = NULL;
  struct timespec soon;
  pthread_create(&thread, NULL, worker, &sum);
  clock_gettime(CLOCK_MONOTONIC, &soon);
  soon.tv_sec++;
  assert(pthread_clockjoin_np(thread, &value, CLOCK_THREAD_CPUTIME_ID, &soon) == EINVAL);
  const int error = pthread_clockjoin_np(thread, &value, CLOCK_MONOTONIC, &soon);
  assert(error == 0 || error == ETIMEDOUT);
  if (error) assert(pthread_clockjoin_np(thread, &value, CLOCK_REALTIME, NULL) == 0);
  assert(value == &sum && sum == 1);
  return error != 0;
}
