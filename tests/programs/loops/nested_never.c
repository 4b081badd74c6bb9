// expect: livelock
//
// A thread that waits for ever in a loop inside a loop that does something.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready, round, more = 1;

static void *waiter(void *unused) {
  while (atomic_load(&more)) {
    atomic_fetch_add(&round, 1);
    while (!atomic_load(&ready)) {
    }
    atomic_store(&more, 0);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  pthread_join(t, NULL);
  return 0;
}
