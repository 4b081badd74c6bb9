// expect: verified
// exit: 7
//
// exit called by a thread while main waits for it.
#include <pthread.h>
#include <stdlib.h>

static int handlers;

static void at_exit(void) {
  if (++handlers != 1) abort();
}

static void* worker(void* arg) {
  exit(7);
  return arg;
}

int main(void) {
  pthread_t thread;
  atexit(at_exit);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
