// expect: misuse
// message: never initialised
// lines: 14
//
// A barrier has no static initialiser.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static pthread_barrier_t b;
int main(void) {
  
  pthread_barrier_wait(&b);
  return 0;
}
