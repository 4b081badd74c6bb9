// expect: misuse
// message: never initialised
// lines: 14
//
// The block held an initialised mutex before it was freed; the new one begins there, uninitialised.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t *made(void) { return malloc(sizeof(pthread_mutex_t)); }
int main(void) {
  pthread_mutex_t *m = made();
  for (pthread_mutex_init(m, 0), free(m), m = made(); pthread_mutex_trylock(m);) return 1;
  return 0;
}
