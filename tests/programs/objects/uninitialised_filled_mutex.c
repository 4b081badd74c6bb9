// expect: misuse
// message: never initialised
// lines: 14
//
// Bytes that are no initialiser, behind a first word that would be one.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m;
int main(void) {
  memset((char *)&m + 24, 1, 8);
  pthread_mutex_lock(&m);
  return 0;
}
