// expect: memory
// lines: 16
// message: past the end
// detectors: exact
//
// A loop that walks through a block twice, the second time one element too far.
#include <pthread.h>
#include <stdlib.h>

static volatile int ends[2] = {10, 11};

static void *worker(void *argument) {
  int *p = calloc(10, sizeof *p), sum = 0;
  for (int time = 0; time < 2; time++)
    for (int i = 0; i < ends[time]; i++)
      sum += p[i];
  free(p);
  return sum == 0 ? argument : 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
