// expect: race on shared
//
// The same with a lock that is given up without release: what was done under it is not handed over.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_flag lock = ATOMIC_FLAG_INIT;
atomic_int quit;
int shared;

void *worker(void *unused) {
  while (!quit) {
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {
    }
    assert(shared % 2 == 0);
    atomic_flag_clear_explicit(&lock, memory_order_release);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {
  }
  shared++;
  shared++;
  atomic_flag_clear_explicit(&lock, memory_order_relaxed);
  quit = 1;
  pthread_join(t, 0);
  return 0;
}
