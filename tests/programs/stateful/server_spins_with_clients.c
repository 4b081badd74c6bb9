// expect: verified
// exit: never
// search: auto stateful best-first
//
// A server that spins for requests in an inner loop, and a client that never stops asking.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int request;

static void* serve(void* unused) {
  for (;;) {
    while (!atomic_load(&request)) {
    }
    atomic_store(&request, 0);
  }
  return unused;
}

int main(void) {
  pthread_t server;
  pthread_create(&server, 0, serve, 0);
  for (;;) {
    atomic_store(&request, 1);
    while (atomic_load(&request)) {
    }
  }
}
