// expect: verified
// exit: 0 7
//
// A thread may end the process at once while main goes on to its end.
#include <pthread.h>
#include <stdlib.h>

static void* worker(void* arg) {
  _Exit(7);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  return 0;
}
