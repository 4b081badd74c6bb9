// expect: verified
//
// pthread_setcanceltype says what was set before; a program in which nobody is cancelled may set either.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void* worker(void* argument) {
  int before = -1;
  assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &before) == 0 && before == PTHREAD_CANCEL_DEFERRED);
  assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &before) == 0 && before == PTHREAD_CANCEL_ASYNCHRONOUS);
  assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &before) == 0 && before == PTHREAD_CANCEL_DEFERRED);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
