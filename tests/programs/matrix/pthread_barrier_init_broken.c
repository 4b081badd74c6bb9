// expect: misuse
// lines: 11
// primitive: pthread_barrierattr
//
// The error of the init is not looked at: there is no barrier.
#include <pthread.h>

static pthread_barrier_t barrier;

static void* worker(void* arg) {
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_barrier_init(&barrier, NULL, 0);
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return 0;
}
