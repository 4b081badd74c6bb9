// expect: deadlock
// primitive: pthread_barrier
//
// One thread too few comes to the barrier.
#include <pthread.h>

static pthread_barrier_t barrier;

static void* worker(void* arg) {
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
