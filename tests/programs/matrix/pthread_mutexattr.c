// expect: verified
// primitive: pthread_mutexattr
// exit: 0
//
// What is put into the attributes of a mutex comes out again, and the mutex is what they say.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int count;

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

static void prepare(void) {
  pthread_mutexattr_t a;
  int value;
  assert(pthread_mutexattr_init(&a) == 0);
  assert(pthread_mutexattr_gettype(&a, &value) == 0 && value == PTHREAD_MUTEX_DEFAULT);
  assert(pthread_mutexattr_getpshared(&a, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
  assert(pthread_mutexattr_getprotocol(&a, &value) == 0 && value == PTHREAD_PRIO_NONE);
  assert(pthread_mutexattr_getrobust(&a, &value) == 0 && value == PTHREAD_MUTEX_STALLED);
  assert(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE) == 0);
  assert(pthread_mutexattr_gettype(&a, &value) == 0 && value == PTHREAD_MUTEX_RECURSIVE);
  assert(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT) == 0);
  assert(pthread_mutexattr_getprotocol(&a, &value) == 0 && value == PTHREAD_PRIO_INHERIT);
  assert(pthread_mutexattr_setprioceiling(&a, 7) == 0);
  assert(pthread_mutexattr_getprioceiling(&a, &value) == 0 && value == 7);
  assert(pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_mutexattr_getpshared(&a, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
  assert(pthread_mutexattr_settype(&a, 77) != 0);
  assert(pthread_mutex_init(&m, &a) == 0);
  assert(pthread_mutexattr_destroy(&a) == 0);
}

int main(void) {
  pthread_t one, two;
  prepare();
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return count != 2;
}
