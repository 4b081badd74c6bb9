// expect: race on x
// lines: 14, 21
// search: dfs dpor pruning
//
// Only if the second thread comes first does its compare-exchange succeed, and then it writes x.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int x;

static void* first(void* arg) {
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  x = 1;
  return arg;
}

static void* second(void* arg) {
  int none = 0;
  if (atomic_compare_exchange_strong_explicit(&flag, &none, 2, memory_order_relaxed, memory_order_relaxed))
    x = 2;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
