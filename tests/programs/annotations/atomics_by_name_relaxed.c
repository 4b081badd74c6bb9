// expect: race on x
// lines: 11, 24
//
// As atomics_by_name.c, but what is published is not released.
#include <pthread.h>
#include <sanitizer/tsan_interface_atomic.h>
static volatile __tsan_atomic32 ready;
static volatile __tsan_atomic64 sum;
static int x;
static void* worker(void* argument) {
  x = 1;
  __tsan_atomic64_fetch_add(&sum, 2, __tsan_memory_order_relaxed);
  __tsan_atomic32_store(&ready, 1, __tsan_memory_order_relaxed);
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  __tsan_atomic64 seen = 0;
  while (!__tsan_atomic64_compare_exchange_strong(&sum, &seen, seen + 3, __tsan_memory_order_seq_cst,
                                                  __tsan_memory_order_relaxed)) {
  }
  int result = 1;
  if (__tsan_atomic32_load(&ready, __tsan_memory_order_acquire)) result = x;
  pthread_join(t, 0);
  return result - 1 + (int)(__tsan_atomic64_load(&sum, __tsan_memory_order_relaxed) - 5);
}
