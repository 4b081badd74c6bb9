// expect: race on data
// primitive: signal
// lines: 13, 20
//
// That installing a handler is safe in itself orders nothing.
#include <pthread.h>
#include <signal.h>

static int data;

static void* worker(void* argument) {
  /* published by a change of the handler */
  data = 1;
  signal(SIGPIPE, SIG_IGN);
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  int seen = signal(SIGPIPE, SIG_DFL) == SIG_IGN ? data : 0;
  pthread_join(t, 0);
  return seen > 1;
}
