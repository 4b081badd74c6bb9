// expect: misuse
// message: use as a read/write lock of a synchronisation object that is a mutex
// lines: 15
// search: dfs dpor optimal selective composed
// visible: sync all
//
// Nobody has the mutex at that time: it is misuse all the same.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_rwlock_rdlock((pthread_rwlock_t *)&m);
  return 0;
}
