// expect: verified
//
// How often it has tried matters afterwards.
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
  int tries = 0, found = 0;
  while (tries < 4) {
    if (atomic_load(&ready)) {
      found = 1;
      break;
    }
    ++tries;
  }
  assert(found || tries == 4);
  pthread_join(thread, 0);
}
