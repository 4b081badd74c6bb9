// expect: verified
// assumes: malloc succeeds
// assumes: uninitialised memory reads as zero
// search: dfs dpor optimal stateful
//
// Only who comes late looks at what nobody has written: the first execution of a search does not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int late;
static int *heap;

static void *worker(void *unused) {
  late = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  heap = malloc(sizeof *heap);
  pthread_create(&t, NULL, worker, NULL);
  if (late) assert(*heap == 0);
  pthread_join(t, NULL);
  free(heap);
  return 0;
}
