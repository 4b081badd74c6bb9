// expect: race on x
// lines: 16, 25
// visible: sync all
// search: dfs dpor selective invisible-first composed stateful best-first
//
// fence(release); x=1; a.store(1,relaxed) | if(a.load(relaxed)){ fence(acquire); r=x; }. What the store carries is the
// past of the fence, and x=1 is not in it.
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int a;

static void* writer(void* arg) {
  atomic_thread_fence(memory_order_release);
  x = 1;
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
  return 0;
}
