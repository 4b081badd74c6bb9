// expect: verified
// exit: 0
//
// The names of SV-COMP.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);
static int x;
static void* increment(void* argument) {
  __VERIFIER_atomic_begin();
  int old = x;
  x = old + 1;
  __VERIFIER_atomic_end();
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, increment, 0);
  pthread_create(&b, 0, increment, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x != 2) reach_error();
  return 0;
}
