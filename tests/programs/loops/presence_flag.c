// expect: verified
//
// Whoever waits for the flag will meet it: the toggling thread goes on. It may come too late as often as it likes.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int present, quit;

void *visitor(void *unused) {
  while (!quit) {
    present = 1;
    present = 0;
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, visitor, 0);
  while (!present) {
  }
  while (present) {
  }
  quit = 1;
  pthread_join(t, 0);
  assert(!present);
  return 0;
}
