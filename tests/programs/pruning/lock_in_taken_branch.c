// expect: race on x
// lines: 14, 24
// search: dfs dpor pruning
//
// The branch that is taken in the first order takes the lock; the other one does not.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int flag, x;

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  flag = 1;
  x = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&m);
  int seen = flag;
  pthread_mutex_unlock(&m);
  if (seen) pthread_mutex_lock(&m);
  x = 2;
  if (seen) pthread_mutex_unlock(&m);
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
