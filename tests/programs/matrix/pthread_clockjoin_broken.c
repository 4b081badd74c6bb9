// expect: assertion
// lines: 20
// primitive: pthread_clockjoin_np
//
// A second is long. Nobody says that it is long enough.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static void* worker(void* arg) { return arg; }

int main(void) {
  pthread_t thread;
  struct timespec soon;
  pthread_create(&thread, NULL, worker, NULL);
  clock_gettime(CLOCK_MONOTONIC, &soon);
  soon.tv_sec++;
  assert(pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, &soon) == 0);
  return 0;
}
