// expect: verified
// primitive: pthread_mutex (adaptive)
// exit: 0
//
// An adaptive mutex spins for a while before it sleeps; otherwise it is a normal one.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP, n;
static int count;

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  count++;
  assert(pthread_mutex_trylock(&n) == EBUSY);
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  assert(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ADAPTIVE_NP) == 0);
  pthread_mutex_init(&n, &a);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return count != 2;
}
