// expect: verified
// primitive: pthread_cancel
// primitive: pthread_testcancel
// primitive: pthread_setcancelstate
// exit: 0 1
//
// Where a request takes effect: not in a lock, not while it is disabled; at the next point afterwards. A semaphore that
// is posted at the same time may be got before.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int steps;

static void* works(void* arg) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  assert(old == PTHREAD_CANCEL_ENABLE);
  pthread_testcancel();
  steps = 1;
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
  sem_wait(&semaphore);
  steps = 2;
  return arg;
}

int main(void) {
  pthread_t thread;
  void* value = &value;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, works, NULL);
  sem_post(&semaphore);
  pthread_cancel(thread);
  pthread_join(thread, &value);
  assert(steps >= 1);
  assert((value == PTHREAD_CANCELED) == (steps == 1));
  return steps == 2;
}
