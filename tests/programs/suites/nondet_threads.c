// expect: race
// lines: 13
//
// The input says how many threads there are, and only two of them can meet: a bound of a loop is tried with 2 as well.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void assume_abort_if_not(int);
static int *cells;
static void *fill(void *place) {
  int *cell = cells;
  cell += (long)place / 2;
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
