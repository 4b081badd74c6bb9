// expect: assertion
//
// A thread that counts how often it failed is not where a later look would have brought it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *worker(void *unused) {
  atomic_fetch_add(&x, 1);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; ++i) pthread_create(&t[i], NULL, worker, NULL);
  int failed = 0, old = atomic_load(&x);
  while (!atomic_compare_exchange_strong(&x, &old, old + 1)) failed++;
  assert(failed < 2);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], NULL);
  return 0;
}
