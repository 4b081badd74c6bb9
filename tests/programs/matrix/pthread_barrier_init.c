// expect: verified
// primitive: pthread_barrierattr
// exit: 0
//
// A barrier for nobody is refused with EINVAL; one for a single thread never waits.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_barrier_t barrier, alone;
static pthread_barrierattr_t attributes;

static void* worker(void* arg) {
  assert(pthread_barrier_wait(&alone) == PTHREAD_BARRIER_SERIAL_THREAD);
  return arg;
}

int main(void) {
  pthread_t one, two;
  int shared;
  assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
  pthread_barrierattr_init(&attributes);
  assert(pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_barrierattr_getpshared(&attributes, &shared) == 0 && shared == PTHREAD_PROCESS_SHARED);
  pthread_barrier_init(&alone, &attributes, 1);
  pthread_barrierattr_destroy(&attributes);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
