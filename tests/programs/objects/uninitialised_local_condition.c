// expect: misuse
// message: never initialised
// lines: 14
//
// A local variable has no value before somebody gives it one.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>


int main(void) {
  pthread_cond_t c;
  pthread_cond_signal(&c);
  return 0;
}
