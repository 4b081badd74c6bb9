// expect: race
//
// Like left_out_look_written, where the memory that only a round in vain looks at is freed.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *second;
static atomic_int first, done;

static void *waiter(void *argument) {
  atomic_int *const other = second;
  while (!atomic_load_explicit(&first, memory_order_relaxed) && !atomic_load_explicit(other, memory_order_relaxed)) {}
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t thread;
  second = calloc(1, sizeof *second);
  pthread_create(&thread, NULL, waiter, NULL);
  atomic_store_explicit(&first, 1, memory_order_relaxed);
  const int early = atomic_load_explicit(&done, memory_order_relaxed);
  if (early) free(second);
  pthread_join(thread, NULL);
  if (!early) free(second);
}
