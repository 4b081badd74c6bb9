// expect: misuse
// lines: 13
// primitive: pthread_mutex (adaptive)
//
// An adaptive mutex is not recursive: its owner waits for itself.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return 0;
}
