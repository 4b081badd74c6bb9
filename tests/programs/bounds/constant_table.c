// expect: memory
// lines: 12
// message: read of 4 bytes past the end of 'days' (16 bytes
//
// A table that is only read.
#include <pthread.h>

static const int days[4] = {31, 28, 31, 30};
static volatile int month = 4;

static void *worker(void *argument) {
  return days[month] == 7 ? argument : 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
