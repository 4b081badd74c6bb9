// expect: assertion
// lines: 11
// message: reach_error
//
// No definition: the name says it.
#include <pthread.h>
extern void reach_error(void);
static _Atomic int x;
static void* worker(void* argument) { return x = 1, argument; }
static void check(int holds) {
  if (!holds) reach_error();
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  check(x == 0);
  pthread_join(t, 0);
  return 0;
}
