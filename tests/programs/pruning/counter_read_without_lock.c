// expect: race on count
// search: dfs dpor pruning
//
// The second thread reads the counter without the lock. In the order that is explored first it has come to the lock
// after the first one.
#include <pthread.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* first(void* arg) {
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
  int seen = count;
  (void)seen;
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
