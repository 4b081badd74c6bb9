// expect: race on x
// search: dfs dpor pruning
//
// Two threads say what is to be done at the end of the process. Which of them comes last decides in which order that is
// done, and so whether x is written by two threads.
#include <pthread.h>
#include <stdlib.h>

static int ready, x;

static void* late(void* arg) {
  x = 1;
  return arg;
}

static void prepare(void) { ready = 1; }

static void finish(void) {
  if (!ready) return;
  pthread_t t;
  pthread_create(&t, NULL, late, NULL);
  x = 2;
  pthread_join(t, NULL);
}

static void* first(void* arg) {
  atexit(prepare);
  return arg;
}

static void* second(void* arg) {
  atexit(finish);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
