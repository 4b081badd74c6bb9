// expect: verified
// primitive: at_quick_exit, quick_exit
// exit: 21
//
// Handlers of quick_exit run, the last first; those of exit do not.
#include <pthread.h>
#include <stdlib.h>

static int number;

static void never(void) { abort(); }
static void first(void) { _Exit(number * 10 + 1); }
static void second(void) { number = 2; }

static void* worker(void* arg) {
  at_quick_exit(second);
  return arg;
}

int main(void) {
  pthread_t one;
  atexit(never);
  at_quick_exit(first);
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  quick_exit(3);
}
