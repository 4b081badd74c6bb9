// expect: memory
// lines: 12
// message: write of 8 bytes past the end of 'numbers' (24 bytes
//
// A variable-length array.
#include <pthread.h>

static volatile int length = 3;

static void *worker(void *argument) {
  long numbers[length];
  for (int i = 0; i <= length; i++) numbers[i] = i;
  return numbers[1] == 5 ? argument : 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
