// expect: verified
// search: dfs dpor optimal stateful
//
// As heartbeat_ends_sequences, but the last step orders the two writes by itself, whatever has become of the heart's flag.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int beat, step, stop;
static int data;

static void *heart(void *unused) {
  while (!atomic_load_explicit(&stop, memory_order_relaxed)) atomic_store_explicit(&beat, 1, memory_order_relaxed);
  return unused;
}
static void wait_for(int n) {
  while (atomic_load_explicit(&step, memory_order_relaxed) != n) {
  }
}
static void *reader(void *unused) {
  wait_for(1);
  atomic_load_explicit(&beat, memory_order_acquire);
  atomic_store_explicit(&step, 2, memory_order_relaxed);
  wait_for(3);
  atomic_thread_fence(memory_order_acquire);
  data = 2;
  return unused;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, heart, NULL);
  pthread_create(&u, NULL, reader, NULL);
  while (!atomic_load_explicit(&beat, memory_order_relaxed)) {
  }
  data = 1;
  atomic_store_explicit(&beat, 1, memory_order_release);
  atomic_store_explicit(&step, 1, memory_order_relaxed);
  wait_for(2);
  atomic_store_explicit(&beat, 1, memory_order_release);
  atomic_store_explicit(&step, 3, memory_order_release);
  pthread_join(u, NULL);
  atomic_store_explicit(&stop, 1, memory_order_relaxed);
  pthread_join(t, NULL);
  return 0;
}
