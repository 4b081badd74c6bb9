// expect: verified
// flags: -std=c11
// detectors: exact
//
// C11 5.1.2.4 p10: a later store by the same thread belongs to the release sequence, whatever its order. (So it is up to C23.)
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *sends(void *argument) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  atomic_store_explicit(&flag, 2, memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t sender;
  pthread_create(&sender, 0, sends, 0);
  const int got = atomic_load_explicit(&flag, memory_order_acquire) == 2 ? data : 1;
  pthread_join(sender, 0);
  return got - 1;
}
