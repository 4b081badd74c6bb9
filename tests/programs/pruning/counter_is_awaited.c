// expect: verified
// search: dfs dpor pruning
//
// The lock of the counter is also the one of a condition.
#include <pthread.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t counted = PTHREAD_COND_INITIALIZER;
static int x, count;

static void* first(void* arg) {
  x = 1;
  pthread_mutex_lock(&counting);
  count++;
  pthread_cond_signal(&counted);
  pthread_mutex_unlock(&counting);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&counting);
  while (count == 0) pthread_cond_wait(&counted, &counting);
  pthread_mutex_unlock(&counting);
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
