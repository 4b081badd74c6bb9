// expect: race on x
// lines: 15, 21
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// r=x; a.store(1,relaxed) | if(a.load(relaxed)) x=1. The read comes first in every interleaving, yet nothing orders it
// before the write: a detector that remembers only writes cannot see it.
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int a;

static void* reader(void* arg) {
  int r = x;
  atomic_store_explicit(&a, 1, memory_order_relaxed);
  return r ? arg : NULL;
}

static void* writer(void* arg) {
  if (atomic_load_explicit(&a, memory_order_relaxed)) x = 1;
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, reader, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
