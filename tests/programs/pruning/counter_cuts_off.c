// expect: race on x
// flags: --property race
// search: dfs dpor pruning
//
// An assertion about the counter fails in the order that is explored first; in the other one main goes on, and races.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static int x, last;

static void* first(void* arg) {
  pthread_mutex_lock(&counting);
  last = 1;
  pthread_mutex_unlock(&counting);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&counting);
  last = 2;
  pthread_mutex_unlock(&counting);
  return arg;
}

static void* third(void* arg) {
  x = 2;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(last == 1);
  pthread_create(&a, NULL, third, NULL);
  x = 1;
  pthread_join(a, NULL);
  return 0;
}
