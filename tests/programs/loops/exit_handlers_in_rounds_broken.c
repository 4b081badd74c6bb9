// expect: assertion
// search: auto
//
// Each round of the loop that waits registers a handler: with three of them the last one fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;
static int handled;

static void handler(void) {
  handled++;
  assert(handled != 3);
}

static void* worker(void* argument) {
  while (!atomic_load(&flag)) atexit(handler);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  atomic_store(&flag, 1);
  pthread_join(thread, NULL);
  return 0;
}
