// expect: verified
// primitive: atexit
// exit: 21
//
// Handlers run at the end of the process, the last first.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int number;

static void first(void) { _exit(number * 10 + 1); }
static void second(void) { number = 2; }

static void* worker(void* arg) {
  atexit(second);
  return arg;
}

int main(void) {
  pthread_t one;
  atexit(first);
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return 0;
}
