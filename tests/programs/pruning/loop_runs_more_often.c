// expect: race on x
// lines: 15, 24
// search: dfs dpor pruning
//
// The loop has no round in the order that is explored first, and one if the second thread comes first.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int rounds = 1, x;

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  rounds = 0;
  pthread_mutex_unlock(&m);
  x = 1;
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&m);
  int n = rounds;
  pthread_mutex_unlock(&m);
  for (int i = 0; i < n; ++i)
    x = 2;
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
