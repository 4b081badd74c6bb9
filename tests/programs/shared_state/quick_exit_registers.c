// expect: verified
// exit: 4
//
// A handler that registers another one: it runs next. What was done before the registration is seen by the handler.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int step, prepared;

static void inner(void) { assert(step++ == 1); }
static void outer(void) {
  assert(prepared == 1 && step++ == 0);
  at_quick_exit(inner);
}
static void last(void) { assert(step == 2); }

static void *worker(void *argument) {
  prepared = 1;
  at_quick_exit(outer);
  return argument;
}

int main(void) {
  pthread_t t;
  at_quick_exit(last);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  quick_exit(4);
}
