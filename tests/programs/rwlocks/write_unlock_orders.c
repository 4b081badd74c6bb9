// expect: verified
// search: dfs dpor optimal
//
// A reader that was kept out sees what the writer did, without a race.
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

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&l);
  int seen = x;
  pthread_rwlock_unlock(&l);
  assert(seen == 0 || seen == 1);
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_rwlock_rdlock(&l);
  pthread_create(&t, 0, writer, 0);
  pthread_create(&u, 0, reader, 0);
  pthread_rwlock_unlock(&l);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
