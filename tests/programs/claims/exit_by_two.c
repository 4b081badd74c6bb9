// expect: verified
// exit: 0 3
// assumes: a second thread that calls exit() waits for the first
//
// Two threads may call exit at the same time: main by its return. Before POSIX 2024 that was undefined; the verdict says what
// it takes for granted.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *ends(void *argument) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  exit(3);
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, ends, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
