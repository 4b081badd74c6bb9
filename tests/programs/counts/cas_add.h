// Threads that add one by compare-exchange, from a value that they looked up first: the orders in which they succeed. An attempt
// that fails tells the thread what a later look would have told it.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *worker(void *unused) {
  int old = atomic_load(&x);
  while (!atomic_compare_exchange_strong(&x, &old, old + 1)) {
  }
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  return x == THREADS ? 0 : 1;
}
