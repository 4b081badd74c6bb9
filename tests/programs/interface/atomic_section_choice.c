// expect: verified
// exit: 0 1 2
//
// A choice inside an atomic section does not open it.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void* other(void* argument) {
  int seen = atomic_load(&x);
  heddle_assert(seen % 10 == 0);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  heddle_atomic_begin();
  atomic_store(&x, 1);
  unsigned n = heddle_choose(3);
  atomic_store(&x, 10);
  heddle_atomic_end();
  pthread_join(t, 0);
  return (int)n;
}
