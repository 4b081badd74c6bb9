// expect: race on data
// lines: 14, 27
//
// As race_in_earlier_round.c, where the bytes belong to a variable of main's.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, go;

static void *write_late(void *pointer) {
  int *data = pointer;
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  if (atomic_load_explicit(&go, memory_order_relaxed))
    *data = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  int data = 0;
  pthread_create(&thread, 0, write_late, &data);
  int tries = 1000, seen, sum = 0;
  do {
    seen = atomic_load_explicit(&flag, memory_order_relaxed);
    if (seen == 2) return 0;
    if (seen == 0)
      sum = data;
  } while (--tries > 0);
  if (seen == 1) atomic_store_explicit(&go, 1, memory_order_relaxed);
  pthread_join(thread, 0);
  return sum > 1;
}
