// expect: race on x
// lines: 12, 20
// search: dfs dpor pruning
//
// Only if the second thread comes first does it create a third, which races with the first.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int enough, x;

static void* third(void* arg) {
  x = 2;
  return arg;
}

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  enough = 1;
  pthread_mutex_unlock(&m);
  x = 1;
  return arg;
}

static void* second(void* arg) {
  pthread_t c;
  pthread_mutex_lock(&m);
  int create = !enough;
  pthread_mutex_unlock(&m);
  if (create) {
    pthread_create(&c, NULL, third, NULL);
    pthread_join(c, NULL);
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
