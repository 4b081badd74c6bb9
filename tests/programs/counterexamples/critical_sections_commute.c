// expect: race on x
// lines: 16, 30
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// x=1; f.store(1,relaxed); lock m; r=y; unlock m | if(f.load(relaxed)){ lock m; r=y; unlock m; x=2; }. The two critical
// sections only read: their net effects commute, but one of the two orders has an edge for x and the other has none.
#include <pthread.h>
#include <stdatomic.h>

static int x, y;
static atomic_int f;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* first(void* arg) {
  x = 1;
  atomic_store_explicit(&f, 1, memory_order_relaxed);
  pthread_mutex_lock(&m);
  int r = y;
  pthread_mutex_unlock(&m);
  return r ? arg : NULL;
}

static void* second(void* arg) {
  int r = 0;
  if (atomic_load_explicit(&f, memory_order_relaxed)) {
    pthread_mutex_lock(&m);
    r = y;
    pthread_mutex_unlock(&m);
    x = 2;
  }
  return r ? arg : NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
