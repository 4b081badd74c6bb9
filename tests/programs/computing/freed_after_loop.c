// expect: verified
// detectors: exact
//
// The right twin: the block is freed in the last round.
#include <pthread.h>
#include <stdlib.h>

static volatile int when = 4;

static void *worker(void *argument) {
  int *p = calloc(4, sizeof *p), sum = 0;
  for (int i = 0; i < 5; i++) {
    sum += p[1];
    if (i == when) free(p);
  }
  return sum == 0 ? argument : p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
