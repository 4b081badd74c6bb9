// expect: memory
// lines: 15
// message: write of 4 bytes, 24 bytes past the end
// detectors: exact
//
// An index that leaps over the end of its block and what lies behind it, into the next block.
#include <pthread.h>
#include <stdlib.h>

static int *small, *large;
static volatile int where = 16;

static void *worker(void *argument) {
  int *p = small;
  p[where] = 1;
  return argument;
}

int main(void) {
  small = malloc(40);
  large = calloc(1000, sizeof *large);
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  int result = large[0] > 1;
  free(small);
  free(large);
  return result;
}
