// expect: race
// lines: 12, 20
//
// An input that is an index of an array: the place that others use is tried, too, not its ends alone.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void assume_abort_if_not(int);
static int cells[8];
static void *fill(void *unused) {
  (void)unused;
  int *cell = &cells[5];
  *cell = 1;
  return NULL;
}
int main(void) {
  int i = __VERIFIER_nondet_int();
  assume_abort_if_not(i >= 0 && i < 8);
  pthread_t thread;
  pthread_create(&thread, NULL, fill, NULL);
  cells[i] = 2;
  pthread_join(thread, NULL);
  return 0;
}
