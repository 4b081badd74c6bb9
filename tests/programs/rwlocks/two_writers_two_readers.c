// expect: verified
// search: dfs dpor optimal
//
// Mutual exclusion, and nobody waits for ever.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int x, y;

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&l);
  ++x;
  ++y;
  pthread_rwlock_unlock(&l);
  return unused;
}

static void read_both(void) {
  pthread_rwlock_rdlock(&l);
  assert(x == y);
  pthread_rwlock_unlock(&l);
}

static void *reader(void *unused) {
  read_both();
  return unused;
}

int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, 0, writer, 0);
  pthread_create(&u, 0, writer, 0);
  pthread_create(&v, 0, reader, 0);
  read_both();
  pthread_join(t, 0);
  pthread_join(u, 0);
  pthread_join(v, 0);
  assert(x == 2);
  return 0;
}
