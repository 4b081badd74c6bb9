// expect: exit
// expect: assertion
// flags: --keep-going
//
// Both are listed: an execution that ends with the wrong status cuts nothing off.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* worker(void* unused) {
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  const int seen = atomic_load(&x);
  assert(seen != 1);
  pthread_join(t, 0);
  return seen == 2;
}
