// expect: assertion
// lines: 13
// flags: -std=gnu89 -Wno-implicit-function-declaration
//
// Old collections call assert without <assert.h>, as if it were a function.
#include <pthread.h>
static _Atomic int x;
static void *worker(void *argument) { return x = 1, argument; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  assert(x == 0 || x == 1);
  assert(x == 0);
  pthread_join(t, 0);
  return 0;
}
