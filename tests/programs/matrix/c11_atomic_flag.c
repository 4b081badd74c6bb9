// expect: verified
// primitive: atomic_flag (C11)
// exit: 0
//
// A spin lock made of a flag.
#include <stdatomic.h>
#include <threads.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int count;

static int worker(void* arg) {
  while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) thrd_yield();
  count++;
  atomic_flag_clear_explicit(&lock, memory_order_release);
  return arg != NULL;
}

int main(void) {
  thrd_t one, two;
  thrd_create(&one, worker, NULL);
  thrd_create(&two, worker, NULL);
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  return count != 2;
}
