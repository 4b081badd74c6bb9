// expect: memory
// lines: 23
// message: on the stack of a thread that has ended
//
// pthread_exit leaves the frames as they are; the join orders the accesses, but the variable is gone.
#include <pthread.h>

static int *result;

static void leave(void) { pthread_exit(0); }

static void *worker(void *argument) {
  int value = 42;
  result = &value;
  leave();
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return *result == 41;
}
