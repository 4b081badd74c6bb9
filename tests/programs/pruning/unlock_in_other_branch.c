// expect: race on x
// lines: 14, 26
// search: dfs dpor pruning
//
// The branch that is not taken in the first order gives the lock up early: what comes after it is not protected then.
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
  int held = 1;
  if (!flag) {
    pthread_mutex_unlock(&m);
    held = 0;
  }
  x = 2;
  if (held) pthread_mutex_unlock(&m);
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
