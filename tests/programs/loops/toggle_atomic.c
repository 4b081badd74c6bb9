// expect: assertion
// visible: sync all
//
// What a round of the loop changes and undoes can be seen in between, as often as one looks.
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
  int seen = 1;
  for (int i = 0; i < 5; i++) seen &= busy == (i % 2 == 0);
  assert(!seen);  // 1, 0, 1, 0, 1
  quit = 1;
  pthread_join(t, 0);
  return 0;
}
