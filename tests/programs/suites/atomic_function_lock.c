// expect: verified
// exit: 0
//
// A lock made of an assumption inside a section, as suites have it: who waits is not considered.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int);
static int m, x;
void __VERIFIER_atomic_acquire(void) {
  __VERIFIER_assume(m == 0);
  m = 1;
}
void __VERIFIER_atomic_release(void) {
  assert(m == 1);
  m = 0;
}
static void* worker(void* argument) {
  __VERIFIER_atomic_acquire();
  x++;
  __VERIFIER_atomic_release();
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2);
  return 0;
}
