// expect: verified
// primitive: pthread_mutex (errorcheck)
// exit: 0
//
// The mistakes that this kind of mutex answers with an error number.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m;
static int count;

static void* worker(void* arg) {
  struct timespec never = {0, 0};
  assert(pthread_mutex_unlock(&m) == EPERM);
  pthread_mutex_lock(&m);
  assert(pthread_mutex_lock(&m) == EDEADLK);
  assert(pthread_mutex_timedlock(&m, &never) == EDEADLK);
  assert(pthread_mutex_trylock(&m) == EBUSY);
  count++;
  assert(pthread_mutex_unlock(&m) == 0);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &a);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return count != 2;
}
