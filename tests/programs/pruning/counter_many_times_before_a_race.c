// expect: race on x
// search: dpor pruning
//
// The race shows only where the second thread comes first, and many sections of a counter lie before it: a replay goes
// through each of them by itself.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, counting = PTHREAD_MUTEX_INITIALIZER;
static int x, ready, count;

static void count_one(void) {
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
}

static void* first(void* arg) {
  count_one();
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  x = 1;
  count_one();
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&m);
  const int seen = ready;
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 20; i++) count_one();
  if (!seen) x = 2;
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
