// expect: livelock
// search: auto dpor stateful best-first
//
// The clients of a server that spins for requests in an inner loop have ended, and main waits for it. That nobody will
// ask any more is no bug of the server, but nothing tells it from a thread that waits in vain: it is reported. (A server
// that looks once in each round of its loop without an exit, or that blocks, is not: server.c, server_blocks.c.)
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

static void* ask(void* unused) {
  atomic_store(&request, 1);
  return unused;
}

int main(void) {
  pthread_t server, client;
  pthread_create(&server, 0, serve, 0);
  pthread_create(&client, 0, ask, 0);
  pthread_join(client, 0);
  pthread_join(server, 0);
  return 0;
}
