// expect: race on x
// lines: 15, 26
// search: dfs dpor pruning
//
// What was read decides by way of an array on the stack of the thread.
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
  int list[4] = {0};
  pthread_mutex_lock(&m);
  list[1] = flag;
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 4; ++i)
    if (i == 1 && list[i] == 0)
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
