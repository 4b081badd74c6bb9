// expect: verified
// search: dfs dpor pruning
//
// As read_again.c, but whoever writes x holds the lock.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int flag, last, x;

static void note(void) { x = 2; }

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  flag = 1;
  x = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&m);
  for (int i = 0; i < 2; ++i) {
    if (last) note();
    last = !flag;
  }
  pthread_mutex_unlock(&m);
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
