// expect: memory
// message: double free
// lines: 17
// search: dfs dpor optimal selective invisible-first composed
// visible: all
// flags: --property memory
//
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *p;
static atomic_int freed;

static void *frees(void *argument) {
  if (!atomic_load(&freed)) {
    free(p);
    atomic_store(&freed, 1);
  }
  return argument;
}

int main(void) {
  pthread_t first, second;
  p = malloc(sizeof *p);
  pthread_create(&first, 0, frees, 0);
  pthread_create(&second, 0, frees, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
