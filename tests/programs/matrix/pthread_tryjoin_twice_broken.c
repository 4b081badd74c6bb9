// expect: misuse
// lines: 16
// message: joined already
// primitive: pthread_tryjoin_np
//
// Two threads try to join the same third until they have.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

static pthread_t target;

static void* leaf(void* arg) { return arg; }

static void* joiner(void* arg) {
  while (pthread_tryjoin_np(target, NULL) == EBUSY) sched_yield();
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&target, NULL, leaf, NULL);
  pthread_create(&one, NULL, joiner, NULL);
  pthread_create(&two, NULL, joiner, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
