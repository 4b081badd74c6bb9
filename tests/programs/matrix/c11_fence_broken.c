// expect: race on value
// lines: 13, 20
// primitive: atomic_thread_fence (C11)
//
// The reader's fence is missing.
#include <stdatomic.h>
#include <threads.h>

static atomic_int flag;
static int value;

static int writer(void* arg) {
  value = 1;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return arg != NULL;
}

static int reader(void* arg) {
  if (atomic_load_explicit(&flag, memory_order_relaxed)) return value - 1;
  return arg != NULL;
}

int main(void) {
  thrd_t one, two;
  thrd_create(&one, writer, NULL);
  thrd_create(&two, reader, NULL);
  thrd_join(one, NULL);
  thrd_join(two, NULL);
  return 0;
}
