// expect: assertion
//
// The value that was looked up first is kept beside the one that the attempt brings: only the first look and a failed attempt lead there.
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
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  const int first = atomic_load(&x);
  int old = first;
  while (!atomic_compare_exchange_strong(&x, &old, old + 2)) {
  }
  assert(old == first);
  pthread_join(t, NULL);
  return 0;
}
