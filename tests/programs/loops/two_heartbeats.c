// expect: verified
// search: dpor optimal
//
// Two threads that write the same value wake nobody.
#include <pthread.h>
#include <stdatomic.h>

atomic_int beat, stop;

void *heart(void *unused) {
  while (!stop) beat = 1;
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, heart, 0);
  pthread_create(&u, 0, heart, 0);
  while (!beat) {
  }
  beat = 0;
  while (!beat) {
  }
  stop = 1;
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
