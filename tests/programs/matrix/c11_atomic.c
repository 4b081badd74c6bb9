// expect: verified
// primitive: atomic_int (C11)
// exit: 0
//
// Read-modify-write operations of <stdatomic.h> lose nothing.
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int count;
static _Atomic long sum;

static int worker(void* arg) {
  atomic_fetch_add(&count, 2);
  count--;
  long seen = atomic_load(&sum);
  while (!atomic_compare_exchange_strong(&sum, &seen, seen + 10)) {
  }
  return arg != NULL;
}

int main(void) {
  thrd_t one, two;
  thrd_create(&one, worker, NULL);
  thrd_create(&two, worker, NULL);
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  return count != 2 || sum != 20;
}
