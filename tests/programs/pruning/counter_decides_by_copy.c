// expect: race on x
// search: dfs dpor pruning
//
// What was counted is copied under the same lock; the copy decides.
#include <pthread.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static int x, count, copy;

static void* first(void* arg) {
  x = 1;
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&counting);
  copy = count;
  pthread_mutex_unlock(&counting);
  if (copy == 0) x = 2;
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
