// expect: race on x
// lines: 15, 26
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// x=1; a.store(1,release) | if(a.load(relaxed)==1) a.store(2,relaxed) | if(a.load(acquire)==2) x=2. The relaxed store
// of the second thread ends the release sequence: the acquire reads it and synchronises with nobody.
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int a;

static void* first(void* arg) {
  x = 1;
  atomic_store_explicit(&a, 1, memory_order_release);
  return arg;
}

static void* second(void* arg) {
  if (atomic_load_explicit(&a, memory_order_relaxed) == 1) atomic_store_explicit(&a, 2, memory_order_relaxed);
  return arg;
}

static void* third(void* arg) {
  if (atomic_load_explicit(&a, memory_order_acquire) == 2) x = 2;
  return arg;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, first, NULL);
  pthread_create(&t[1], NULL, second, NULL);
  pthread_create(&t[2], NULL, third, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
