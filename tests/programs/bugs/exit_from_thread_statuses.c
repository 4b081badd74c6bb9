// expect: verified
// exit: 0 3
//
// A thread calls exit(3) while main may return 0 first: both ends are possible, neither is a bug.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int seen;

static void* worker(void* arg) {
  seen = 1;
  exit(3);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  while (!seen) {
  }
  return 0;
}
