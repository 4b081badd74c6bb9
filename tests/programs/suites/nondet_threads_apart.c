// expect: verified
//
// The right twin of nondet_threads.c: each thread has a cell of its own, however many there are.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void assume_abort_if_not(int);
static int *cells;
static void *fill(void *place) {
  int *cell = cells;
  cell += (long)place;
  *cell = 7;
  return NULL;
}
int main(void) {
  int count = __VERIFIER_nondet_int();
  assume_abort_if_not(count >= 0);
  pthread_t *threads = malloc(count * sizeof *threads);
  cells = malloc(count * sizeof *cells);
  for (int i = 0; i < count; ++i) pthread_create(&threads[i], NULL, fill, (void *)(long)i);
  for (int i = 0; i < count; ++i) pthread_join(threads[i], NULL);
  free(cells);
  free(threads);
  return 0;
}
