// expect: assertion
//
// What a failed exchange has found goes to where another thread looks: after the second round it may hold 2.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value = 1, tell;
static _Atomic int found_at[2];

static void *raise(void *unused) {
  atomic_store(&value, 2);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, raise, 0);
  for (int tries = 0; tries < 2; ++tries) {
    int expected = 9;
    if (atomic_compare_exchange_strong(&value, &expected, 7)) break;
    atomic_store(&found_at[tries & 1], expected);
  }
  pthread_join(thread, 0);
  assert(!(found_at[0] == 1 && found_at[1] == 2));
}
