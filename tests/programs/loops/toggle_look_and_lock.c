// expect: verified
// search: dpor optimal
//
// Main looks before it takes the lock: two loops, one around the other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock, quit;
int inside;

void *worker(void *unused) {
  while (!quit) {
    while (atomic_exchange(&lock, 1)) {
    }
    inside = 1;
    inside = 0;
    lock = 0;
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  do {
    while (lock) {
    }
  } while (atomic_exchange(&lock, 1));
  assert(!inside);
  lock = 0;
  quit = 1;
  pthread_join(t, 0);
  return 0;
}
