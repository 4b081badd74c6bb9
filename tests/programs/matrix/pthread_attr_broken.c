// expect: misuse
// lines: 16
// primitive: pthread_attr
//
// A thread that was created detached cannot be joined.
#include <pthread.h>

static void* worker(void* arg) { return arg; }

int main(void) {
  pthread_attr_t a;
  pthread_t thread;
  pthread_attr_init(&a);
  pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
  pthread_create(&thread, &a, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
