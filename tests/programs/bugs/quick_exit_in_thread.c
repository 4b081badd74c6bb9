// expect: verified
// exit: 4
//
// _Exit runs no handlers: there is nothing to race with.
#include <pthread.h>
#include <stdlib.h>

static int counter;

static void at_end(void) { counter = 0; }

static void* worker(void* arg) { _Exit(4); }

int main(void) {
  pthread_t thread;
  atexit(at_end);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
