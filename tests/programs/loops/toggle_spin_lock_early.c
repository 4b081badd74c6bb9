// expect: assertion
//
// Main gives the lock back before it is done. To see that, the worker has to come between the two halves.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock, quit, shared;

void *worker(void *unused) {
  while (!quit) {
    while (atomic_exchange(&lock, 1)) {
    }
    assert(shared % 2 == 0);
    lock = 0;
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  while (atomic_exchange(&lock, 1)) {
  }
  shared++;
  lock = 0;
  shared++;
  quit = 1;
  pthread_join(t, 0);
  return 0;
}
