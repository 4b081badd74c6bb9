// expect: race on x
// lines: 15, 22
// search: dfs dpor pruning
//
// What was read decides by way of arguments and results of functions.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int flag, x;

static int twice(int n) { return n + n; }

static void act(int n) {
  if (n == 1)
    x = 2;
}

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  flag = 1;
  pthread_mutex_unlock(&m);
  x = 1;
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&m);
  int seen = twice(flag);
  pthread_mutex_unlock(&m);
  act(seen + 1);
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
