// expect: verified
// exit: never
// search: stateful best-first
//
// A server that allocates for each round. Nobody can reach the block once it was freed: the next round gets it again, and
// the states repeat.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int requests;

static void* serve(void* unused) {
  for (;;) {
    int* seen = malloc(sizeof *seen);
    pthread_mutex_lock(&m);
    *seen = requests;
    requests = 0;
    pthread_mutex_unlock(&m);
    assert(*seen <= 2);
    free(seen);
  }
}

static void* ask(void* unused) {
  pthread_mutex_lock(&m);
  requests++;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t server, clients[2];
  pthread_create(&server, 0, serve, 0);
  for (int i = 0; i < 2; i++) pthread_create(&clients[i], 0, ask, 0);
  for (int i = 0; i < 2; i++) pthread_join(clients[i], 0);
  pthread_join(server, 0);
}
