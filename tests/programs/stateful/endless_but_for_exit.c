// expect: livelock
// search: dpor stateful best-first
//
// The loop can be left, but nobody ever asks for it.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stop;

static void* serve(void* unused) {
  for (;;) {
    if (atomic_load(&stop)) pthread_exit(0);
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
