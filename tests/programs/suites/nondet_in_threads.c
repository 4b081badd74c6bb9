// expect: race on x
// lines: 9, 14
//
// The race is there for one value only.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int x;
static void* worker(void* argument) {
  return x = 1, argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  if (__VERIFIER_nondet_int() == 17) x = 2;
  pthread_join(t, 0);
  return 0;
}
