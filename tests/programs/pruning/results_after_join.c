// expect: verified
// executions(pruning): 1
// search: dfs dpor pruning
//
// main reads what a thread has written when that thread is over, and decides by it.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total, result;

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  total++;
  pthread_mutex_unlock(&m);
  result = 3;
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&m);
  total++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  if (result != 3) return 1;
  pthread_join(b, NULL);
  return 0;
}
