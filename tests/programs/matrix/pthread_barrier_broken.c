// expect: race on result
// lines: 12
// primitive: pthread_barrier
//
// The result of the wait is taken the wrong way round: all but one thread write.
#include <pthread.h>

static pthread_barrier_t barrier;
static int result;

static void* worker(void* arg) {
  if (pthread_barrier_wait(&barrier) != PTHREAD_BARRIER_SERIAL_THREAD) result++;
  return arg;
}

int main(void) {
  pthread_t one, two, three;
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_create(&three, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_join(three, NULL);
  return 0;
}
