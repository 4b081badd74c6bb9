// expect: assertion
// search: auto
// flags: --preemptions 0
//
// Two threads that take turns by looking. Without preemptions each of them looks in vain before the other one goes on, so here the
// execution with those looks is the only one there is.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ping, pong;

static void *worker(void *unused) {
  while (ping != 1) {
  }
  pong = 1;
  while (ping != 2) {
  }
  pong = 2;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  ping = 1;
  while (pong != 1) {
  }
  ping = 2;
  while (pong != 2) {
  }
  assert(ping != 2);
  pthread_join(thread, NULL);
  return 0;
}
