// expect: misuse
// lines: 8
//
// A thread that joins itself.
#include <pthread.h>

static void* worker(void* arg) {
  pthread_join(pthread_self(), NULL);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
