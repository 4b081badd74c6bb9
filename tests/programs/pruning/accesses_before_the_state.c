// expect: race on x
// lines: 13, 24
// search: dfs dpor pruning
//
// Only if the second thread locks first are the two writes unordered; the first one stands before the state to go back
// to.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void* first(void* arg) {
  x = 1;
  pthread_mutex_lock(&m);
  y = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&m);
  y = 2;
  pthread_mutex_unlock(&m);
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
