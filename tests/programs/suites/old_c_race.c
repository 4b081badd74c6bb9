// expect: race on total
// lines: 7, 13
//
// The broken twin; the thread function returns int.
#include <pthread.h>
static total;
worker() { return total = 1; }
main() {
  pthread_t t;
  /* the type of the function does not fit: a warning elsewhere, too */
  pthread_create(&t, 0, worker, 0);
  /* nothing */
  total = 2;
  pthread_join(t, 0);
  return 0;
}
