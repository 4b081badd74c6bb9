// expect: race on x
// lines: 16
// search: dfs dpor selective invisible-first composed stateful best-first
//
// Each thread makes a mutex of its own, writes x under it, and destroys and frees it. An allocator may hand out the
// same address twice, but these are two mutexes: nothing orders the writes.
#include <pthread.h>
#include <stdlib.h>

static int x;

static void* worker(void* arg) {
  pthread_mutex_t* own = malloc(sizeof *own);
  pthread_mutex_init(own, NULL);
  pthread_mutex_lock(own);
  x++;
  pthread_mutex_unlock(own);
  pthread_mutex_destroy(own);
  free(own);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
