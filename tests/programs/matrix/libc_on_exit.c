// expect: verified
// primitive: on_exit
// exit: 7
//
// The handler is told the status, and runs after handlers that were registered later.
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int order;

static void with_status(int status, void* argument) {
  assert(status == 7 && *(int*)argument == 5 && order == 1);
}
static void later(void) { order++; }

static int five = 5;

static void* worker(void* arg) {
  on_exit(with_status, &five);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  atexit(later);
  exit(7);
}
