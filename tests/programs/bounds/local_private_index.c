// expect: memory
// lines: 13
// message: read of 4 bytes, 4 bytes past the end of 'squares' (20 bytes
//
// An array that nobody else can reach, so that its accesses have no hooks.
#include <pthread.h>

static volatile int wanted = 6;

static void *worker(void *argument) {
  int squares[5] = {0, 1, 4, 9, 16};
  int i = wanted;
  int found = squares[i];
  return found > 30 ? argument : 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
