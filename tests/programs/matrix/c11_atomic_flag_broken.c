// expect: race on count
// lines: 14
// primitive: atomic_flag (C11)
//
// The same with orders that order nothing.
#include <stdatomic.h>
#include <threads.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int count;

static int worker(void* arg) {
  while (atomic_flag_test_and_set_explicit(&lock, memory_order_relaxed)) thrd_yield();
  count++;
  atomic_flag_clear_explicit(&lock, memory_order_relaxed);
  return arg != NULL;
}

int main(void) {
  thrd_t one, two;
  thrd_create(&one, worker, NULL);
  thrd_create(&two, worker, NULL);
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  return 0;
}
