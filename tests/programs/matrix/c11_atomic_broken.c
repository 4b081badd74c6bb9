// expect: assertion
// lines: 24
// primitive: atomic_int (C11)
//
// Two atomic operations are not one.
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int count;

static int worker(void* arg) {
  int seen = atomic_load(&count);
  atomic_store(&count, seen + 1);
  return arg != NULL;
}

int main(void) {
  thrd_t one, two;
  thrd_create(&one, worker, NULL);
  thrd_create(&two, worker, NULL);
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  assert(count == 2);
  return 0;
}
