// expect: race on values[0]
// search: dfs dpor pruning
//
// What was counted is an index.
#include <pthread.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static int values[2], count;

static void* first(void* arg) {
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
  values[0] = 1;
  return arg;
}

static void* second(void* arg) {
  int seen;
  pthread_mutex_lock(&counting);
  seen = count;
  pthread_mutex_unlock(&counting);
  values[seen & 1] = 2;
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
