// expect: race on x
// lines: 19, 29
// search: dfs dpor pruning
//
// Which lock is taken depends on data that another thread changes: the lock that protects x in the order that is explored
// first is not the one that is taken if the second thread comes first.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t p = PTHREAD_MUTEX_INITIALIZER, q = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t* lock = &q;
static int x;

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  lock = &p;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&p);
  x = 1;
  pthread_mutex_unlock(&p);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_t* mine = lock;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(mine);
  x = 2;
  pthread_mutex_unlock(mine);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
