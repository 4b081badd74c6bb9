// expect: assertion
//
// A thousand tries are no guarantee.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *set(void *unused) {
  atomic_store(&ready, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  int found = 0;
  for (int tries = 1000; tries > 0; --tries)
    if (atomic_load(&ready)) {
      found = 1;
      break;
    }
  assert(found);
  pthread_join(thread, 0);
}
