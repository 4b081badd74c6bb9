// expect: verified
// exit: 0
//
// abort() in a function of this name ends an execution that is not considered. The condition holds in some.
#include <pthread.h>
#include <stdlib.h>
void assume_abort_if_not(int condition) {
  if (!condition) {
    abort();
  }
}
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* worker(void* argument) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&m);
  assume_abort_if_not(x == 1);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return x - 1;
}
