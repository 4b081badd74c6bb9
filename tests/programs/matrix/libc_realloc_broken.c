// expect: race
// lines: 14, 23
// primitive: realloc
//
// A block is made larger, and so freed, after a read in another thread that nothing orders before it.
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
  int* mine = block = calloc(1, sizeof(int));
  pthread_create(&thread, NULL, reader, NULL);
  if (atomic_load_explicit(&done, memory_order_relaxed)) mine = realloc(mine, 1000);
  pthread_join(thread, NULL);
  free(mine);
  return 0;
}
