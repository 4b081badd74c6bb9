// expect: verified
//
// The right twin of attempt_race_later: here the thread says so by an operation that orders.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, done;
static int plain;

static void *worker(void *unused) {
  volatile int seen = 0;
  int old = atomic_load_explicit(&x, memory_order_seq_cst);
  while (!atomic_compare_exchange_strong_explicit(&x, &old, old + 2, memory_order_seq_cst, memory_order_seq_cst)) seen = plain;
  seen = 0;
  atomic_store_explicit(&done, 1, memory_order_seq_cst);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  atomic_fetch_add_explicit(&x, 1, memory_order_seq_cst);
  while (!atomic_load_explicit(&done, memory_order_seq_cst)) {
  }
  plain = 1;
  pthread_join(t, NULL);
  return 0;
}
