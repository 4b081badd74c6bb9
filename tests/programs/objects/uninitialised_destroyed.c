// expect: misuse
// message: never initialised
// lines: 14
//
// To destroy an object that was never initialised is a use of it.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>


int main(void) {
  pthread_rwlock_t *const l = malloc(sizeof *l);
  pthread_rwlock_destroy(l);
  return 0;
}
