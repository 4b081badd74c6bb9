// expect: verified
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// x=1; fence(release); y=1; a.store(1,relaxed) | if(a.load(relaxed)){ fence(acquire); r=x; }. The two fences order x
// (and would not order y, which nobody reads).
#include <pthread.h>
#include <stdatomic.h>

static int x, y;
static atomic_int a;

static void* writer(void* arg) {
  x = 1;
  atomic_thread_fence(memory_order_release);
  y = 1;
  atomic_store_explicit(&a, 1, memory_order_relaxed);
  return arg;
}

static void* reader(void* arg) {
  int r = 0;
  if (atomic_load_explicit(&a, memory_order_relaxed)) {
    atomic_thread_fence(memory_order_acquire);
    r = x;
  }
  return r ? arg : NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, writer, NULL);
  pthread_create(&two, NULL, reader, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return y - 1;
}
