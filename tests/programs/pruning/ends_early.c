// expect: race on x
// lines: 16, 25
// search: dfs dpor pruning
//
// In the order that is explored first the second thread ends the process before it comes to x.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done, x;

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
  x = 1;
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&m);
  int stop = done;
  pthread_mutex_unlock(&m);
  if (stop) exit(0);
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
