// expect: verified
//
// Every read comes after a write, though no single write comes before all of them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void* thread(void* arg) {
  (void)arg;
  flag = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  int seen = flag, value, other, never_read;
  if (seen) value = 1;
  if (!seen) value = 2;
  assert(value == 1 || value == 2);
  for (int i = 0; i < 2; ++i) {
    if (i == 0) other = seen;
    assert(other == seen);
  }
  switch (seen) {
    case 0: never_read = 1; break;
    default: break;
  }
  (void)never_read;
  pthread_join(t, 0);
  return 0;
}
