// expect: misuse
// message: joined already
// primitive: pthread_tryjoin_np
//
// One tries once, the other joins: wrong if the attempt finds the thread at its end. (Not if it comes before.)
#define _GNU_SOURCE
#include <pthread.h>

static pthread_t target;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* leaf(void* arg) { return arg; }

static void* joiner(void* arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_join(target, NULL);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&target, NULL, leaf, NULL);
  pthread_create(&one, NULL, joiner, NULL);
  pthread_tryjoin_np(target, NULL);
  pthread_join(one, NULL);
  return 0;
}
