// expect: verified
// search: stateful best-first
//
// A server that runs for ever, and two clients that wait for its answers. Nobody ends the server: it is meant to be so.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int request[2], answer[2];

static void* serve(void* unused) {
  for (;;)
    for (int i = 0; i < 2; i++)
      if (atomic_exchange(&request[i], 0)) atomic_store(&answer[i], i + 1);
  return unused;
}

static void* ask(void* number) {
  int i = (int)(long)number;
  atomic_store(&request[i], 1);
  while (!atomic_load(&answer[i])) {
  }
  assert(atomic_load(&answer[i]) == i + 1);
  return 0;
}

int main(void) {
  pthread_t server, clients[2];
  pthread_create(&server, 0, serve, 0);
  for (long i = 0; i < 2; i++) pthread_create(&clients[i], 0, ask, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(clients[i], 0);
  return 0;
}
