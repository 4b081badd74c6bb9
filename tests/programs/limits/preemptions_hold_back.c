// expect: inconclusive
// search: auto dfs
// flags: --preemptions 1
// message: only executions with at most 1 preemption were explored (--preemptions)
//
// The assertion needs two preemptions: the first thread is stopped between its stores, the second between its loads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void* writer(void* unused) {
  atomic_store(&a, 1);
  atomic_store(&b, 1);
  atomic_store(&a, 2);
  return unused;
}

static void* reader(void* unused) {
  int first = atomic_load(&a), second = atomic_load(&b), third = atomic_load(&a);
  assert(!(first == 1 && second == 0 && third == 2));
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
