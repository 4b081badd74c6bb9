// expect: memory
// lines: 15
// message: use after free
// detectors: exact
//
// The block is freed in the fourth round of a loop that has read it three times: the fifth reads freed memory.
#include <pthread.h>
#include <stdlib.h>

static volatile int when = 3;

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
