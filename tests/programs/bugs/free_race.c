// expect: race on heap block
// lines: 13, 22
//
// The read comes before the free in time, but nothing orders the two: free counts as a write of the block.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int* block;
static atomic_int done;

static void* reader(void* arg) {
  int value = *block;
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return value ? arg : NULL;
}

int main(void) {
  pthread_t thread;
  block = calloc(1, sizeof *block);
  pthread_create(&thread, NULL, reader, NULL);
  if (atomic_load_explicit(&done, memory_order_relaxed)) free(block);
  pthread_join(thread, NULL);
  return 0;
}
