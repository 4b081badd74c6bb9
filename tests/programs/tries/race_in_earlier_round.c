// expect: race on data
// lines: 14, 25
//
// The plain read happens only while the flag is 0, and the write that races with it only after the last round has seen
// 1: it takes a round of each kind.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, go;
static int data;

static void *write_late(void *unused) {
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  if (atomic_load_explicit(&go, memory_order_relaxed)) data = 1;  // BUG
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write_late, 0);
  int tries = 1000, seen, sum = 0;
  do {
    seen = atomic_load_explicit(&flag, memory_order_relaxed);
    if (seen == 2) return 0;
    if (seen == 0) sum = data;
  } while (--tries > 0);
  if (seen == 1) atomic_store_explicit(&go, 1, memory_order_relaxed);
  pthread_join(thread, 0);
  return sum > 1;
}
