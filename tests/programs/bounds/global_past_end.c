// expect: memory
// lines: 14
// message: write of 4 bytes past the end of 'table' (40 bytes, declared at
//
// One element too many of a global array, in a thread.
#include <pthread.h>

static int table[10];
static int behind;
static volatile int last = 10;

static void *worker(void *argument) {
  for (int i = 0; i <= last; i++)
    table[i] = i;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return table[3] + behind - 3;
}
