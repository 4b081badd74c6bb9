// expect: verified
// exit: never
// search: dpor stateful best-first
//
// A loop without an exit, and main waits for its end: the thread does what it is meant to do, under every search.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stop;

static void* serve(void* unused) {
  for (;;) {
    if (atomic_load(&stop)) abort();
    sched_yield();
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, serve, 0);
  pthread_join(t, 0);
  return 0;
}
