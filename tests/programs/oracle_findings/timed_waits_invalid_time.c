// expect: verified
//
// A time whose nanoseconds are none is EINVAL, not a timeout, and nothing is taken or given up.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static const struct timespec none = {0, 1000000000}, negative = {0, -1};

static void *other(void *unused) {
  assert(pthread_mutex_timedlock(&m, &negative) == EINVAL);  // main holds it
  return unused;
}

int main(void) {
  sem_t s;
  sem_init(&s, 0, 1);
  assert(sem_timedwait(&s, &none) == -1 && errno == EINVAL);
  assert(sem_trywait(&s) == 0);
  assert(pthread_rwlock_timedrdlock(&l, &negative) == EINVAL);
  assert(pthread_rwlock_timedwrlock(&l, &none) == EINVAL);
  assert(pthread_rwlock_trywrlock(&l) == 0);
  assert(pthread_mutex_timedlock(&m, &none) == 0);  // free: the time is not looked at
  assert(pthread_cond_timedwait(&c, &m, &none) == EINVAL);
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  pthread_join(t, NULL);
  pthread_mutex_unlock(&m);
  return 0;
}
