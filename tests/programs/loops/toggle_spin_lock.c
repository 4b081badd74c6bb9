// expect: assertion
//
// A spin lock that is taken and released again and again: who looks can find it taken, free, taken, free, taken.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
atomic_int quit;

void *worker(void *unused) {
  while (!quit) {
    while (atomic_exchange(&lock, 1)) {
    }
    lock = 0;
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  int seen = 1;
  for (int i = 0; i < 5; i++) seen &= atomic_load(&lock) == (i % 2 == 0);
  assert(!seen);
  quit = 1;
  pthread_join(t, 0);
  return 0;
}
