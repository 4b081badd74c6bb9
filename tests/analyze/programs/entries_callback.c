// analyze: unknown
// options: --entry visit
// What the callback does is not known: it may come back here while the lock is held.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

void visit(void (*callback)(int)) {
  pthread_mutex_lock(&m);
  callback(x++);
  pthread_mutex_unlock(&m);
}
