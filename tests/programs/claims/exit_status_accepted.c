// expect: verified
// exit: 0 3
// flags: --exit-status "0,3"
//
// Both statuses are the program's way to answer.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first;

static void* worker(void* unused) {
  atomic_store(&first, 3);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  const int seen = atomic_load(&first);
  pthread_join(t, 0);
  return seen;
}
