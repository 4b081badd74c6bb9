// expect: race on x
// lines: 8, 13
//
// An access outside of any section still races with one inside.
#include <pthread.h>
static int x;
static void* worker(void* argument);
void __VERIFIER_atomic_write(void) { x = 1; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  __VERIFIER_atomic_write();
  x = 2;
  pthread_join(t, 0);
  return 0;
}
static void* worker(void* argument) {
  __VERIFIER_atomic_write();
  return argument;
}
