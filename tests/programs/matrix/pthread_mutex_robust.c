// expect: verified
// primitive: robust pthread_mutex
// primitive: pthread_mutex_consistent
// exit: 0
//
// A thread ends with the lock held. Who comes next is told, repairs the data and says so.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int value;

static void* dies(void* arg) {
  pthread_mutex_lock(&mutex);
  value = 1;
  return arg;
}

static void* repairs(void* arg) {
  int error = pthread_mutex_lock(&mutex);
  if (error == EOWNERDEAD) {
    value = 2;
    assert(pthread_mutex_consistent(&mutex) == 0);
  } else {
    assert(error == 0);
    assert(value == 0);
  }
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &robust);
  pthread_t one, two;
  pthread_create(&one, NULL, dies, NULL);
  pthread_create(&two, NULL, repairs, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  int error = pthread_mutex_lock(&mutex);
  assert(error == 0 || error == EOWNERDEAD);
  assert(value == (error == 0 ? 2 : 1));
}
