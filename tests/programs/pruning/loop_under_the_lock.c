// expect: verified
// executions(pruning): 1
// search: dfs dpor pruning
//
// How often the loop runs is a matter of order; whatever it does it does under the lock.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int rounds = 1, x;

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  rounds = 2;
  pthread_mutex_unlock(&m);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&m);
  for (int i = 0; i < rounds; ++i) x += i;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
