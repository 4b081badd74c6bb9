// expect: race on counter
// lines: 10, 13
//
// main returns while a thread still runs: its exit handler races with that thread.
#include <pthread.h>
#include <stdlib.h>

static int counter;

static void at_end(void) { counter = 0; }

static void* worker(void* arg) {
  counter++;
  return arg;
}

int main(void) {
  pthread_t thread;
  atexit(at_end);
  pthread_create(&thread, NULL, worker, NULL);
  return 0;
}
