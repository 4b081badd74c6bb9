// expect: verified
// visible: sync all
//
// A heartbeat stores the same value again and again. Reset, it is set again.
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
  beat = 0;
  while (!beat) {
  }
  stop = 1;
  pthread_join(t, 0);
  return 0;
}
