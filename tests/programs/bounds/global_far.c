// expect: memory
// lines: 14
// message: past the end of 'small' (16 bytes
// detectors: exact
//
// An index that leaps over everything next to the array and lands inside of another one.
#include <pthread.h>

static int small[4];
static int large[4096];
static volatile int where = 1000;

static void *worker(void *argument) {
  small[where] = 1;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return large[0] + small[0];
}
