// expect: race on number
// lines: 11, 14
// primitive: at_quick_exit, quick_exit
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
  at_quick_exit(handler);
  pthread_create(&thread, NULL, worker, NULL);
  quick_exit(0);
}
