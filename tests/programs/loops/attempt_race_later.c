// expect: race on plain
//
// What is read in an attempt that fails is in a race with what is written once the thread has succeeded, and has said so without
// ordering anything. The attempt that succeeds reads nothing.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, done;
static int plain;

static void *worker(void *unused) {
  volatile int seen = 0;
  int old = atomic_load_explicit(&x, memory_order_relaxed);
  while (!atomic_compare_exchange_strong_explicit(&x, &old, old + 2, memory_order_relaxed, memory_order_relaxed)) seen = plain;
  seen = 0;
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
  while (!atomic_load_explicit(&done, memory_order_relaxed)) {
  }
  plain = 1;
  pthread_join(t, NULL);
  return 0;
}
