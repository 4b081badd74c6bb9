// expect: verified
// executions(dpor): 2
// executions(optimal): 2
//
// The right twin of left_out_look_freed. The memory is written plainly before the thread begins, and freed when it has ended: nobody is
// there to race with, and all that is relaxed is looks and stores. Rounds in vain are left out: the waiter finds first set, or waits.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct flags {
  atomic_int first, second, done;
};

static void *waiter(void *argument) {
  struct flags *const flags = argument;
  while (!atomic_load_explicit(&flags->first, memory_order_relaxed) &&
         !atomic_load_explicit(&flags->second, memory_order_relaxed)) {}
  atomic_store_explicit(&flags->done, 1, memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t thread;
  struct flags *const flags = malloc(sizeof *flags);
  atomic_init(&flags->first, 0);
  atomic_init(&flags->second, 0);
  atomic_init(&flags->done, 0);
  pthread_create(&thread, NULL, waiter, flags);
  atomic_store_explicit(&flags->first, 1, memory_order_relaxed);
  (void)atomic_load_explicit(&flags->done, memory_order_relaxed);
  pthread_join(thread, NULL);
  free(flags);
}
