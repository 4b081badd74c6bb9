// expect: assertion
// lines: 15
// message: reach_error
//
// The assertion of a verification tool, left to the tool. Hints for its loops say nothing here.
#include <pthread.h>
extern void __VERIFIER_assert(int condition);
extern void __VERIFIER_loop_bound(int bound);
static _Atomic int x;
static void* worker(void* argument) { return x = 1, argument; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  __VERIFIER_loop_bound(2);
  for (int i = 0; i < 1; ++i) __VERIFIER_assert(x == 0);
  pthread_join(t, 0);
  return 0;
}
