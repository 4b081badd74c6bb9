// expect: race on data
// lines: 14, 23
//
// Creating a key orders nothing (it is not in POSIX's list of functions that synchronise memory).
#include <pthread.h>
#include <stdatomic.h>

static int data, got;
static atomic_int flag;

static void* writer(void* unused) {
  pthread_key_t key;
  (void)unused;
  data = 1;
  pthread_key_create(&key, 0);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return 0;
}
static void* reader(void* unused) {
  pthread_key_t key;
  if (!atomic_load_explicit(&flag, memory_order_relaxed)) return unused;
  pthread_key_create(&key, 0);
  got = data;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
