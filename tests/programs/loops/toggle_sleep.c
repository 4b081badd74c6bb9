// expect: assertion
//
// On for a while, off for a while.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

atomic_int light, quit;

void *blink(void *unused) {
  while (!quit) {
    light = 1;
    usleep(10);
    light = 0;
    usleep(10);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, blink, 0);
  int seen = 1;
  for (int i = 0; i < 5; i++) seen &= light == (i % 2 == 0);
  assert(!seen);
  quit = 1;
  pthread_join(t, 0);
  return 0;
}
