// expect: verified
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// x is written under m on one path and under n on another, with the same state afterwards; then a thread takes both
// and writes x. Intersecting the locksets of the two paths would leave nothing and raise a false alarm.
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int which;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;

static void* sets_which(void* arg) {
  atomic_store_explicit(&which, 1, memory_order_relaxed);
  return arg;
}

static void* takes_one(void* arg) {
  pthread_mutex_t* lock = atomic_load_explicit(&which, memory_order_relaxed) ? &m : &n;
  pthread_mutex_lock(lock);
  x = 1;
  pthread_mutex_unlock(lock);
  return arg;
}

static void* takes_both(void* arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  x = 2;
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, sets_which, NULL);
  pthread_create(&t[1], NULL, takes_one, NULL);
  pthread_create(&t[2], NULL, takes_both, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
