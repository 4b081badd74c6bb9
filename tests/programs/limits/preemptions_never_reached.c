// expect: verified
// search: auto dfs
// flags: --preemptions 9
// executions(auto): 6
// executions(dfs): 6
//
// Two threads with two operations each: no execution has more than two preemptions, so the bound leaves nothing out.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a;

static void* work(void* unused) {
  atomic_fetch_add(&a, 1);
  atomic_fetch_add(&a, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
