// expect: memory
// message: use after free
// lines: 18
// search: dfs dpor optimal selective invisible-first composed
// visible: all
// flags: --property memory
//
// Nobody asks for the race, so that the order of the two has to be explored.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *p;
static atomic_int other;

static void *stores(void *argument) {
  // The first to run in most searches.
  atomic_store(p, 42);
  return argument;
}
static void *frees(void *argument) {
  atomic_store(&other, 1);
  free(p);
  return argument;
}

int main(void) {
  pthread_t first, second;
  p = malloc(sizeof *p);
  atomic_init(p, 0);
  pthread_create(&first, 0, stores, 0);
  pthread_create(&second, 0, frees, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
