// expect: race on flag
// lines: 10, 17
//
// volatile is not atomic.
#include <pthread.h>

static volatile int flag;

static void* worker(void* arg) {
  flag = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  int r = flag;
  pthread_join(thread, NULL);
  return r < 0;
}
