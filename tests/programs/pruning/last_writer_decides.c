// expect: race on x
// lines: 12, 38
// search: dfs dpor pruning
//
// Who writes `last` last is a matter of order, also for a thread that reads it when both are over.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int last, x;

static void* third(void* arg) {
  x = 1;
  return arg;
}

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  last = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&m);
  last = 2;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (last == 1) {
    pthread_create(&a, NULL, third, NULL);
    x = 2;
    pthread_join(a, NULL);
  }
  return 0;
}
