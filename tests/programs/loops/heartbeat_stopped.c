// expect: livelock
//
// The heart has stopped before it is asked to beat once more.
#include <pthread.h>
#include <stdatomic.h>

atomic_int beat, stop;

void *heart(void *unused) {
  while (!stop) beat = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, heart, 0);
  while (!beat) {
  }
  stop = 1;
  beat = 0;
  while (!beat) {
  }
  pthread_join(t, 0);
  return 0;
}
