// expect: verified
//
// trylock by the owner: EBUSY, but EDEADLK if the mutex is both robust and error-checking (glibc).
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int again(int type, int robust) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, type);
  pthread_mutexattr_setrobust(&a, robust);
  pthread_mutex_t m;
  pthread_mutex_init(&m, &a);
  pthread_mutex_lock(&m);
  const int result = pthread_mutex_trylock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_destroy(&m);
  return result;
}

int main(void) {
  assert(again(PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_STALLED) == EBUSY);
  assert(again(PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_ROBUST) == EDEADLK);
  assert(again(PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST) == EBUSY);
  return 0;
}
