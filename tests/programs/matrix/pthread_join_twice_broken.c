// expect: misuse
// lines: 14
// primitive: pthread_create
// primitive: pthread_join
//
// Two threads join the same third.
#include <pthread.h>

static pthread_t target;

static void* leaf(void* arg) { return arg; }

static void* joiner(void* arg) {
  pthread_join(target, NULL);
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
