// expect: verified
// detectors: exact
// expect(eraser): inconclusive
// expect(locking-discipline): inconclusive
//
// Nothing for the disciplines to find: a recursive mutex around a counter, a read/write lock around a table, a constant
// that is initialised before the threads exist. Without a finding they prove nothing where threads are switched at
// synchronisation only.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int counter, table, limit;

static void *worker(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  counter++;
  pthread_mutex_unlock(&m);
  counter += limit;
  pthread_mutex_unlock(&m);
  pthread_rwlock_rdlock(&l);
  int seen = table;
  pthread_rwlock_unlock(&l);
  pthread_rwlock_wrlock(&l);
  table = seen + 1;
  pthread_rwlock_unlock(&l);
  return unused;
}

int main(void) {
  pthread_t a, b;
  limit = 2;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
