// expect: race on sum
// lines: 14, 24
// primitive: pthread_timedjoin_np
//
// The thread is taken for joined, in time or not.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static int sum;

static void* worker(void* arg) {
  sum = 5;
  return arg;
}

int main(void) {
  pthread_t thread;
  struct timespec soon = {0, 0};
  pthread_create(&thread, NULL, worker, NULL);
  soon.tv_sec = time(NULL) + 1;
  pthread_timedjoin_np(thread, NULL, &soon);
  return sum ? 0 : 0;
}
