// expect: verified
// assumes: malloc succeeds
// search: dfs dpor optimal stateful
//
// As uninitialised_in_another_order, with a value: nothing is taken for granted. The other half of the block is copied, and
// nobody looks at the copy.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int late;
static int *heap, copy[2];

static void *worker(void *unused) {
  late = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  heap = malloc(2 * sizeof *heap);
  heap[0] = 0;
  pthread_create(&t, NULL, worker, NULL);
  if (late) {
    memcpy(copy, heap, sizeof copy);
    assert(copy[0] == 0);
  }
  pthread_join(t, NULL);
  free(heap);
  return 0;
}
