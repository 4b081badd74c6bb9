// expect: misuse
// message: never initialised
// lines: 14
//
// A semaphore has no static initialiser.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static sem_t s;
int main(void) {
  
  sem_post(&s);
  return 0;
}
