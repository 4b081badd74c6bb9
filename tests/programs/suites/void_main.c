// expect: verified
// exit: 0
// assumes: nothing
//
// The status of a main that returns nothing is unspecified; clang and gcc warn and take it.
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* worker(void* argument) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return argument;
}
void main() {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
}
