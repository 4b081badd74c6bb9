// expect: assertion
// lines: 21
//
// When the assumption is looked at first it does not hold; only after both stores of the other thread it does. A search
// that ends the execution at the assumption never learns of the second store.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int first, second;
static void* writer(void* argument) {
  atomic_store(&first, 1);
  atomic_store(&second, 1);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int seen = atomic_load(&second);
  heddle_assume(seen == 1);
  heddle_assert(atomic_load(&first) == 0);
  pthread_join(t, 0);
  return 0;
}
