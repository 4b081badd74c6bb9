// expect: race on x
// lines: 12, 21
// search: dfs dpor pruning
//
// As loop_runs_more_often.c, but the body of the loop is a call through a pointer.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int rounds = 1, x;

static void write_x(void) {
  x = 2;
}

static void (*action)(void) = write_x;

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
  for (int i = 0; i < n; ++i) action();
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
