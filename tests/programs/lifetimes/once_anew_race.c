// expect: race on once
// lines: 13, 17
// detectors: exact
//
// The flag is assigned anew while another thread may come to it.
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
void nothing(void) {}

void *enter(void *unused) {
  (void)unused;
  pthread_once(&once, nothing);
  return 0;
}
void reset(void) {
  once = (pthread_once_t)PTHREAD_ONCE_INIT;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, enter, 0);
  reset();
  pthread_join(t, 0);
  return 0;
}
