// expect: assertion
//
// To see a, then b, then a again takes a second round, and nobody looks at anything between the two.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int a, b, quit;

void *worker(void *unused) {
  while (!quit) {
    a = 1;
    a = 0;
    b = 1;
    b = 0;
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  int seen = 1;
  for (int i = 0; i < 3; i++) {
    seen &= a;
    seen &= b;
  }
  assert(!seen);
  quit = 1;
  pthread_join(t, 0);
  return 0;
}
