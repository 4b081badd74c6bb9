// expect: livelock
// search: stateful best-first
//
// The server clears a request after it has looked for one: a request that comes in between is lost, and both go round for
// ever. A server without an exit does so rightly; the client does not.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int request, answer;

static void* serve(void* unused) {
  for (;;) {
    if (atomic_load(&request)) atomic_store(&answer, 1);
    atomic_store(&request, 0);
  }
  return unused;
}

int main(void) {
  pthread_t server;
  pthread_create(&server, 0, serve, 0);
  atomic_store(&request, 1);
  while (!atomic_load(&answer)) {
  }
  return 0;
}
