// expect: assertion
// lines: 26
// search: dfs dpor optimal
//
// Trying to read fails while a writer waits.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static const struct timespec soon = {1700000060, 0};  // a minute after the start of the modelled clock
static int x;

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&l);
  x = 1;
  pthread_rwlock_unlock(&l);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  pthread_rwlock_rdlock(&l);
  assert(pthread_rwlock_tryrdlock(&l) == 0);
  pthread_rwlock_unlock(&l);
  pthread_rwlock_unlock(&l);
  pthread_join(t, 0);
  return 0;
}
