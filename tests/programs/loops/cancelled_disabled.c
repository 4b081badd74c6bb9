// expect: livelock
//
// The request comes, and the loop has a cancellation point, but cancellation is disabled there.
#include <pthread.h>

void *spin(void *unused) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
  for (;;) pthread_testcancel();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, spin, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  return 0;
}
