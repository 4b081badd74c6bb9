// expect: misuse
// message: never initialised
// lines: 18
//
// The stack slot held a mutex before, which is another one.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static void before(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}
static int after(void) {
  pthread_mutex_t m;
  return pthread_mutex_lock(&m);
}

int main(void) {
  before();
  after();
  return 0;
}
