// expect: exit
// exit: 3 5
// message: the program ends with status 5
// flags: --exit-status "0,3" --keep-going
//
// One of the two statuses is not accepted.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first = 5;

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
