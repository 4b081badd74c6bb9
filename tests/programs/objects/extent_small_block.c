// expect: memory
// message: write of 40 bytes
// lines: 11
//
// A mutex in a block that has room for half of it.
#include <pthread.h>
#include <stdlib.h>

int main(void) {
  pthread_mutex_t *const m = calloc(1, sizeof *m / 2);
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
  free(m);
  return 0;
}
