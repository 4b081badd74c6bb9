// expect: verified
//
// An exchange that succeeds ends this loop only if somebody asks: where the flag is not set, the loop goes on after it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, count;

static void *set(void *unused) {
  atomic_store(&flag, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  int left = 0;
  for (int tries = 3; tries > 0; --tries) {
    int seen = atomic_load(&count);
    const int success = atomic_compare_exchange_strong(&count, &seen, seen + 1);
    if (atomic_load(&flag))
      if (success) {
        left = 1;
        break;
      }
  }
  pthread_join(thread, 0);
  assert(left || count == 3);
}
