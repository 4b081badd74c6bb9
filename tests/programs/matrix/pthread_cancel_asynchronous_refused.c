// expect: inconclusive
// primitive: pthread_setcanceltype (asynchronous)
// message: asynchronous cancellation
//
// A thread that can be cancelled anywhere.
#include <pthread.h>

static void* works(void* arg) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, works, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
}
