// expect: misuse
// lines: 19
// message: joined already
// primitive: pthread_timedjoin_np
//
// The second time the handle is gone, however long anybody waits.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static void* worker(void* arg) { return arg; }

int main(void) {
  pthread_t thread;
  struct timespec past = {1, 0};
  pthread_create(&thread, NULL, worker, NULL);
  pthread_timedjoin_np(thread, NULL, NULL);
  pthread_timedjoin_np(thread, NULL, &past);
  return 0;
}
