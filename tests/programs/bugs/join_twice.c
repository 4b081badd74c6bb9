// expect: misuse
// lines: 13
//
// A thread that was joined already.
#include <pthread.h>

static void* worker(void* arg) { return arg; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  pthread_join(thread, NULL);
  return 0;
}
