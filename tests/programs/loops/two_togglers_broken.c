// expect: assertion
//
// The bug needs a round of each.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock, quit, inside;

void *worker(void *unused) {
  while (!quit) {
    while (lock) {
    }
    lock = 1;  // not atomic with the load
    assert(++inside == 1);
    --inside;
    lock = 0;
  }
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  quit = 1;
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
