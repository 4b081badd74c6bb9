// expect: inconclusive
// flags: --detector summary --no-read-rows
// visible: sync all
// message: read-then-write not checked
//
// A read that nothing orders before a later write of another thread: a race, which the summary function as published
// cannot see, because it remembers writes only. It must not say verified.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int x;
static atomic_int flag;

static void *reader(void *unused) {
  int r = x;
  (void)r;
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return unused;
}

static void *writer(void *unused) {
  if (atomic_load_explicit(&flag, memory_order_relaxed)) x = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
