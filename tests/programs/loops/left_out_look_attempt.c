// expect: race on b
//
// The look at b lies in an attempt that failed, and main can write b only if there was no other way to look at it: it has come before
// the adder's success. A load that comes later leads the adder to its second attempt at once, without that look.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, done;
static int b;

static void *adder(void *argument) {
  int old = atomic_load_explicit(&x, memory_order_relaxed);
  for (;;) {
    if (old == 0 && __atomic_load_n(&b, __ATOMIC_RELAXED) > 5) break;
    if (atomic_compare_exchange_strong_explicit(&x, &old, old + 1, memory_order_relaxed, memory_order_relaxed)) break;
  }
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, adder, NULL);
  const int before = atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
  if (before == 0 && atomic_load_explicit(&done, memory_order_relaxed)) b = 5;
  pthread_join(thread, NULL);
}
