// expect: race
// primitive: madvise
// lines: 13, 20
//
// To give the contents away is to write them.
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
static char* p;

static void* worker(void* argument) {
  /* clears the page */
  madvise(p, 4096, MADV_DONTNEED);
  return argument;
}
int main(void) {
  pthread_t t;
  p = aligned_alloc(4096, 4096);
  pthread_create(&t, 0, worker, 0);
  p[100] = 1;
  pthread_join(t, 0);
  free(p);
  return 0;
}
