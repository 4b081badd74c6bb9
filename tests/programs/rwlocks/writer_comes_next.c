// expect: verified
// search: dfs dpor optimal
//
// Who knows that a writer waits, and leaves, comes after it.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
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
  if (pthread_rwlock_tryrdlock(&l) == 0) {
    pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
  } else {  // the writer waits
    pthread_rwlock_unlock(&l);
    pthread_rwlock_rdlock(&l);
    assert(x == 1);
    pthread_rwlock_unlock(&l);
  }
  pthread_join(t, 0);
  return 0;
}
