// expect: assertion
//
// An attempt that fails, and tells others of it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, failures;

static void *worker(void *unused) {
  int old = atomic_load(&x);
  while (!atomic_compare_exchange_strong(&x, &old, old + 2)) atomic_fetch_add(&failures, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  atomic_fetch_add(&x, 1);
  pthread_join(t, NULL);
  assert(failures == 0);
  return 0;
}
