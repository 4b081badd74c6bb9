// expect: race on x
// lines: 15, 33
// search: dfs dpor pruning
//
// What the second thread returns depends on the order, and main decides by it.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int flag, x;

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  flag = 1;
  pthread_mutex_unlock(&m);
  x = 1;
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&m);
  arg = flag ? &m : NULL;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  void* result;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(b, &result);
  if (result == NULL)
    x = 2;
  pthread_join(a, NULL);
  return 0;
}
