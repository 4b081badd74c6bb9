// expect: race on data
// lines: 16, 24
//
// Registering a handler orders nothing between those who register: neither ISO C nor POSIX says so.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int data, got;
static atomic_int flag;
static void nothing(void) {}
static void something(void) {}

static void* writer(void* unused) {
  (void)unused;
  data = 1;
  atexit(nothing);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return 0;
}
static void* reader(void* unused) {
  if (!atomic_load_explicit(&flag, memory_order_relaxed)) return unused;
  atexit(something);
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
