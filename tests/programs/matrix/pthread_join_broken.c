// expect: race on sum
// lines: 12, 19
// primitive: pthread_create
// primitive: pthread_join
//
// The result is read before the join.
#include <pthread.h>

static int sum;

static void* worker(void* arg) {
  sum = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  int got = sum;
  pthread_join(thread, NULL);
  return got > 1;
}
