// expect: livelock
//
// Cancellation is disabled after the first round: the request ends the loop only if it comes before.
#include <pthread.h>

void *spin(void *unused) {
  for (;;) {
    pthread_testcancel();
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, spin, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  return 0;
}
