// expect: misuse
// lines: 11
// primitive: pthread_mutex (normal)
//
// A thread unlocks a mutex that main holds.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* worker(void* arg) {
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_mutex_lock(&m);
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return 0;
}
