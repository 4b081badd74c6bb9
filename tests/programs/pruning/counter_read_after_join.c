// expect: verified
// executions(pruning): 1
// search: dfs dpor pruning
//
// main reads the counter when both are over; no order of the sections has to be tried.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* first(void* arg) {
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 4);
  return 0;
}
