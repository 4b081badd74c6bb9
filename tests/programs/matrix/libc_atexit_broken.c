// expect: race on number
// lines: 11, 14
// primitive: atexit
//
// A handler runs while a thread that nobody joined is still at work.
#include <pthread.h>
#include <stdlib.h>

static int number;

static void handler(void) { number = 2; }

static void* worker(void* arg) {
  number = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  atexit(handler);
  pthread_create(&thread, NULL, worker, NULL);
  return 0;
}
