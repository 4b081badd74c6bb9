// expect: verified
// visible: sync all
//
// A toggle that is never seen to be anything else than 0 or 1 while it goes on, and is 0 when it is over.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int busy, quit;

void *worker(void *unused) {
  while (!quit) {
    busy = 1;
    busy = 0;
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  for (int i = 0; i < 3; i++) {
    int b = busy;
    assert(b == 0 || b == 1);
  }
  quit = 1;
  pthread_join(t, 0);
  assert(busy == 0);
  return 0;
}
