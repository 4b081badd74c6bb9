// expect: verified
//
// Cancellation is enabled for a moment in each round, or from the end of the first round on: the request ends both loops.
#include <assert.h>
#include <pthread.h>

void *moment(void *unused) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
  for (;;) {
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);
    pthread_testcancel();
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
  }
  return unused;
}
void *late(void *unused) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
  for (;;) {
    pthread_testcancel();
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);
  }
  return unused;
}

int main(void) {
  void *(*loops[])(void *) = {moment, late};
  for (int i = 0; i < 2; i++) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, loops[i], 0);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
  }
  return 0;
}
