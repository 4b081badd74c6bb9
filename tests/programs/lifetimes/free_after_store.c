// expect: verified
// search: dfs dpor optimal selective invisible-first composed
// visible: all
// flags: --property memory
//
// The right twin of free_or_store.c: the store comes first, in every order of the two threads.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *p;
static atomic_int stored;

static void *stores(void *argument) {
  atomic_store(p, 42);
  atomic_store(&stored, 1);
  return argument;
}
static void *frees(void *argument) {
  if (atomic_load(&stored)) free(p);
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
