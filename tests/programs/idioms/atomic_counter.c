// expect: verified
// visible: sync all
// executions(dfs): 6
// executions(dpor): 6
//
// A counter of atomic increments.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void* worker(void* arg) {
  atomic_fetch_add(&counter, 1);
  atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return counter - 4;
}
