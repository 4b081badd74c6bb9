// expect: deadlock
//
// A thread ends with the mutex held; whoever comes later waits for ever.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* forgets(void* arg) {
  pthread_mutex_lock(&m);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, forgets, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&m);
  return 0;
}
