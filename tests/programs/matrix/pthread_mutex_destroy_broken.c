// expect: misuse
// lines: 12
// primitive: pthread_mutex_destroy
//
// A mutex is destroyed although it is locked.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_destroy(&m);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return 0;
}
