// expect: verified
// primitive: drand48
// exit: 0
//
// drand48 and its kin in one thread give the numbers that POSIX prescribes.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void* worker(void* arg) {
  srand48(3);
  double real = drand48();
  assert(real > 0.783 && real < 0.784);
  assert(lrand48() >= 0);
  srand48(0);
  assert(lrand48() == 366850414);
  assert(mrand48() == -1074162815);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return 0;
}
