// expect: assertion
// lines: 23
//
// Whole sections, and atomic operations outside of them, still come in every order.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void* section(void* argument) {
  heddle_atomic_begin();
  if (atomic_load(&x) == 1) atomic_store(&y, 1);
  atomic_store(&x, 2);
  heddle_atomic_end();
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, section, 0);
  atomic_store(&x, 1);
  int after = atomic_load(&x);
  pthread_join(t, 0);
  heddle_assert(!(after == 1 && atomic_load(&y) == 1));
  return 0;
}
