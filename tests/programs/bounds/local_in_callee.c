// expect: memory
// lines: 12
// message: past the end of 'row' (12 bytes
// detectors: exact
//
// The function that runs over the end has only a pointer.
#include <pthread.h>

static volatile int columns = 4;

static void clear(int *row, int n) {
  while (n > 0) row[0] = 0, row++, n--;
}
static void (*volatile fill)(int *, int) = clear;

static void *worker(void *argument) {
  int row[3];
  fill(row, columns);
  return row[0] ? argument : 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
