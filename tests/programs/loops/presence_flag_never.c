// expect: livelock
//
// The toggling thread goes on for ever, and nothing that it does is what main waits for.
#include <pthread.h>
#include <stdatomic.h>

atomic_int present, quit, never;

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
  while (!never) {
  }
  quit = 1;
  pthread_join(t, 0);
  return 0;
}
