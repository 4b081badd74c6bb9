// expect: deadlock
// lines: 11, 20
// cycle: 2
//
// Main holds the mutex that the thread needs to end, and waits for that end.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&m);
  pthread_join(thread, NULL);
  pthread_mutex_unlock(&m);
  return 0;
}
