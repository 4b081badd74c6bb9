// expect: memory
// lines: 16
// message: read of 4 bytes after the end of the lifetime of 'inner' (4 bytes
//
// A pointer to a variable of a block that was left.
#include <pthread.h>

static int *volatile kept;

static void *worker(void *argument) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    int inner = i;
    kept = &inner;
  }
  sum += *kept;
  return sum > 5 ? argument : 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
