// expect: verified
//
// The first round fails and learns what is there; the second one succeeds because of that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value = 5, other;

static void *set(void *unused) {
  atomic_store(&other, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  int expected = 1;
  for (int tries = 2; tries > 0; --tries)
    if (atomic_compare_exchange_strong(&value, &expected, 7)) break;
  atomic_store(&other, 2);
  pthread_join(thread, 0);
  assert(value == 7);
}
