// expect: memory
// lines: 10
// message: past the end of 'pair' (8 bytes
//
// A constant index into an array that would live in registers, where there is nothing behind it.
#include <pthread.h>

static void *worker(void *argument) {
  int pair[2] = {1, 2};
  pair[*(int *)argument > 5 ? 1 : 3] = 7;
  return 0;
}

int main(void) {
  int limit = 3;
  pthread_t t;
  pthread_create(&t, 0, worker, &limit);
  pthread_join(t, 0);
  return 0;
}
