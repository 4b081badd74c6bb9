// expect: race on plain
//
// What the waiting thread reads in a round that leads nowhere is in a race with what is written after it went on.
#include <pthread.h>
#include <stdatomic.h>

atomic_int state, gone;
int plain;

void *waiter(void *unused) {
  volatile int seen = 0;
  while (1) {
    int s = atomic_load_explicit(&state, memory_order_relaxed);
    if (s == 2) break;
    if (s == 1) seen = plain;
    seen = 0;
  }
  atomic_store_explicit(&gone, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  atomic_store_explicit(&state, 1, memory_order_relaxed);
  atomic_store_explicit(&state, 2, memory_order_relaxed);
  while (!atomic_load_explicit(&gone, memory_order_relaxed)) {
  }
  plain = 1;
  pthread_join(t, 0);
  return 0;
}
