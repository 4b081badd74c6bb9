// expect: race on count
// search: dfs dpor pruning
//
// In one of two places the counter is guarded by another lock.
#include <pthread.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* first(void* arg) {
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&counting);
  count += 0;
  pthread_mutex_unlock(&counting);
  pthread_mutex_lock(&other);
  count++;
  pthread_mutex_unlock(&other);
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
