// expect: race on now
// lines: 13
// primitive: time
// primitive: clock_gettime
//
// One variable for the time of two threads.
#include <pthread.h>
#include <time.h>

static struct timespec now;

static void* worker(void* arg) {
  clock_gettime(CLOCK_REALTIME, &now);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
