// expect: exit
// message: the program ends with status 2
//
// The handler that was registered last runs first, and ends the process: with 0 or with 2.
#include <pthread.h>
#include <stdlib.h>

static void zero(void) { _Exit(0); }
static void two(void) { _Exit(2); }

static void *first(void *argument) {
  at_quick_exit(zero);
  return argument;
}
static void *second(void *argument) {
  at_quick_exit(two);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  quick_exit(1);
}
