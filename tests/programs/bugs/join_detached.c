// expect: misuse
// lines: 13
//
// A join of a detached thread.
#include <pthread.h>

static void* worker(void* arg) { return arg; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_detach(thread);
  pthread_join(thread, NULL);
  return 0;
}
