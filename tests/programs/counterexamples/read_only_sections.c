// expect: verified
// exit: 0
// search: dfs dpor selective invisible-first composed stateful best-first
// executions(selective): 6
// executions(composed): 1
//
// Three critical sections that only read: their order makes no difference to the state, and the locking discipline
// holds, so one order is enough for the search that compares net effects.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value = 7;
static int seen[3];

static void* reader(void* slot) {
  pthread_mutex_lock(&lock);
  *(int*)slot = value;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, reader, &seen[i]);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return seen[0] + seen[1] + seen[2] != 21;
}
