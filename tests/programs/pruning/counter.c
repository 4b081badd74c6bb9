// expect: verified
// executions(pruning): 1
// search: dfs dpor pruning
//
// What is read under the lock is only added to: every order leads to the same accesses.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void* first(void* arg) {
  for (int i = 0; i < 3; ++i) {
    pthread_mutex_lock(&m);
    total += i;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void* second(void* arg) {
  for (int i = 0; i < 3; ++i) {
    pthread_mutex_lock(&m);
    total -= i;
    pthread_mutex_unlock(&m);
  }
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
