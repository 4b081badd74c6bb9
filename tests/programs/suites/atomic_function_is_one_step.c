// expect: assertion
// lines: 21
//
// The broken twin: two sections are two steps.
#include <assert.h>
#include <pthread.h>
static int x;
int __VERIFIER_atomic_read(void) { return x; }
void __VERIFIER_atomic_write(int value) { x = value; }
static void* worker(void* argument) {
  int old = __VERIFIER_atomic_read();
  __VERIFIER_atomic_write(old + 1);
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
