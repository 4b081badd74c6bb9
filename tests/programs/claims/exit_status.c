// expect: exit
// lines: 24
// exit: 0 1
// message: the program ends with status 1
// flags: --keep-going
//
// The main function reports by its status that the other thread came first.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first;

static void* worker(void* unused) {
  atomic_store(&first, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  const int seen = atomic_load(&first);
  pthread_join(t, 0);
  if (seen)
    return 1;
  return 0;
}
