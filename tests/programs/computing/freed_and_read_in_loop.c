// expect: memory
// lines: 18
// message: use after free
// detectors: exact
//
// A loop reads a block again and again, and allocates and frees others on the same line. Then it frees the block, too.
#include <pthread.h>
#include <stdlib.h>

static volatile int when = 3;

static void *worker(void *argument) {
  int *p = calloc(4, sizeof *p);
  long sum = 0;
  for (int i = 0; i < 6; i++) {
    short *other = malloc(sizeof *other);
    *other = (short)i;
    sum += p[1] + *other;
    free(other);
    if (i == when) free(p);
  }
  return sum == 0 ? argument : 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
