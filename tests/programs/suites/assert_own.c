// expect: verified
// exit: 0
//
// A definition in the program is used instead.
#include <pthread.h>
static _Atomic int x;
void __VERIFIER_assert(int condition) { (void)condition; }
static void* worker(void* argument) { return x = 1, argument; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  __VERIFIER_assert(x == 0);
  pthread_join(t, 0);
  return 0;
}
