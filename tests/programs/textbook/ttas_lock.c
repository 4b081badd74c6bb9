// expect: verified
// exit: 0
//
// Test and test-and-set: look first, exchange only when the lock looks free.
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool locked;
static int x;

static void* worker(void* arg) {
  for (;;) {
    while (atomic_load_explicit(&locked, memory_order_relaxed)) {
    }
    if (!atomic_exchange_explicit(&locked, 1, memory_order_acquire)) break;
  }
  x++;
  atomic_store_explicit(&locked, 0, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return x - 3;
}
