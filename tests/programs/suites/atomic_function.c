// expect: verified
// exit: 0
//
// A function whose name begins with __VERIFIER_atomic_ is one atomic section, with two ways out of it.
#include <assert.h>
#include <pthread.h>
static int x;
int __VERIFIER_atomic_increment(int limit) {
  int old = x;
  if (old >= limit) return 0;
  x = old + 1;
  return 1;
}
static void* worker(void* argument) {
  __VERIFIER_atomic_increment(1);
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  __VERIFIER_atomic_increment(1);
  pthread_join(t, 0);
  assert(x == 1);
  return 0;
}
