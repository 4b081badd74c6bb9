// expect: assertion
//
// How a thread takes requests of cancellation is part of where it stands: the second round finds what the first one set.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;

static void* worker(void* argument) {
  int before;
  while (!atomic_load(&flag)) {
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &before);
    assert(before == PTHREAD_CANCEL_DEFERRED);
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  atomic_store(&flag, 1);
  pthread_join(thread, NULL);
  return 0;
}
