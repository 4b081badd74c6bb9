// expect: misuse
// lines: 10
// primitive: pthread_create
// primitive: pthread_join
//
// A thread that waits for its own end.
#include <pthread.h>

static void* worker(void* arg) {
  pthread_join(pthread_self(), NULL);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return 0;
}
