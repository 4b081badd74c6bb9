// expect: assertion
// primitive: robust pthread_mutex
// primitive: pthread_mutex_consistent
//
// Whoever finds the owner dead unlocks without having repaired anything: nobody gets the lock any more.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;

static void* dies(void* arg) {
  pthread_mutex_lock(&mutex);
  return arg;
}

static void* ignores(void* arg) {
  pthread_mutex_lock(&mutex);
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
  pthread_create(&two, NULL, ignores, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(pthread_mutex_lock(&mutex) != ENOTRECOVERABLE);
}
