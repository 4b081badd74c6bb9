// expect: verified
// search: dfs dpor optimal
//
// A lock that is only used with time limits, and initialised by a call: nobody waits for ever.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

pthread_rwlock_t l;
const struct timespec soon = {1700000060, 0};  // a minute after the start of the modelled clock

void *writer(void *unused) {
  if (pthread_rwlock_timedwrlock(&l, &soon) == 0) pthread_rwlock_unlock(&l);
  return unused;
}

int main(void) {
  pthread_rwlockattr_t kind;
  pthread_rwlockattr_init(&kind);
  pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&l, &kind);
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (pthread_rwlock_timedrdlock(&l, &soon) == 0) pthread_rwlock_unlock(&l);
  pthread_join(t, 0);
  return 0;
}
