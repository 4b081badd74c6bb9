// expect: verified
// primitive: pthread_barrier
// exit: 0
//
// All writes before the barrier are seen behind it; exactly one thread is told to be the serial one, each time.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static int value[2], serial;

static void* worker(void* arg) {
  int me = (int)(intptr_t)arg;
  for (int round = 1; round <= 2; round++) {
    value[me] = round;
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
    assert(value[1 - me] == round);
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&one, NULL, worker, (void*)0);
  pthread_create(&two, NULL, worker, (void*)1);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_barrier_destroy(&barrier);
  return serial != 2;
}
