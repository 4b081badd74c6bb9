// expect: livelock
// message: goes round a loop that it can never leave
// lines: 13
// search: stateful best-first
//
// As spins_inside_forever_livelock.c, for searches that compare states.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void wait_for_it(void) {
  while (!atomic_load(&flag)) {
  }
}

static void* wait_and_clear(void* unused) {
  for (;;) {
    wait_for_it();
    atomic_store(&flag, 0);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, wait_and_clear, 0);
  pthread_join(thread, 0);
  return 0;
}
