// expect: misuse
// message: never initialised
// lines: 14
//
// Bytes that are no initialiser.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static pthread_rwlock_t l;
int main(void) {
  memset(&l, 0xff, sizeof l);
  pthread_rwlock_rdlock(&l);
  return 0;
}
