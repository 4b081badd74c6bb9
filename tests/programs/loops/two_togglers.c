// expect: inconclusive
// message: rounds of the loop at
// flags: --max-executions 2000
//
// Two threads that take and release the same spin lock until they are told to stop: they can do that to each other
// for ever, and the verdict says how far they were followed. The number of executions up to there is large, so it is
// bounded, too.
#include <pthread.h>
#include <stdatomic.h>

atomic_flag lock = ATOMIC_FLAG_INIT;
atomic_int quit;

void *worker(void *unused) {
  while (!quit) {
    while (atomic_flag_test_and_set(&lock)) {
    }
    atomic_flag_clear(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  quit = 1;
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
