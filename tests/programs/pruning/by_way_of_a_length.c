// expect: race on x
// lines: 17, 29
// search: dfs dpor pruning
//
// A number that is only written out decides nothing, unless %n tells how long it was.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int flag, x;

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  flag = 1;
  pthread_mutex_unlock(&m);
  (void)arg;
  x = 1;
  return NULL;
}

static void* second(void* arg) {
  int length = 0;
  pthread_mutex_lock(&m);
  int width = flag * 8 + 2;
  pthread_mutex_unlock(&m);
  printf("%s %*d%n\n", "is", width, 7, &length);
  (void)arg;
  if (length == 5)
    x = 2;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
