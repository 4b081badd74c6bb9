// expect: memory
// lines: 13
// message: past the end of 'buffer' (4 bytes
//
// snprintf is told a size that the buffer on the stack does not have.
#include <pthread.h>
#include <stdio.h>

static volatile int number = 12345;

static void *worker(void *argument) {
  char buffer[4];
  snprintf(buffer, 8, "%d", number);
  return buffer[0] == '1' ? argument : 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
