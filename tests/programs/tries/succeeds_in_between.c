// expect: verified
//
// An exchange that succeeds does not end this loop: three rounds are three increments.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, count;

static void *set(void *unused) {
  atomic_store(&stop, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  int stopped = 0;
  for (int tries = 3; tries > 0; --tries) {
    if (atomic_load(&stop)) {
      stopped = 1;
      break;
    }
    int seen = atomic_load(&count);
    atomic_compare_exchange_strong(&count, &seen, seen + 1);
  }
  pthread_join(thread, 0);
  assert(stopped || count == 3);
}
