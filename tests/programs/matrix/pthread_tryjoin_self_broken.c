// expect: livelock
// primitive: pthread_tryjoin_np
//
// Nobody ends while he tries to join himself.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

static void* worker(void* arg) {
  while (pthread_tryjoin_np(pthread_self(), NULL) == EBUSY) sched_yield();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
