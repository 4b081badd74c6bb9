// expect: race on x
// flags: --property race
// search: dfs dpor pruning
//
// A way out of the section keeps the lock: who comes later waits for ever, or x is written first.
#include <pthread.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static int x, count, leave = 1;

static void* first(void* arg) {
  x = 1;
  pthread_mutex_lock(&counting);
  count++;
  if (leave) return arg;
  pthread_mutex_unlock(&counting);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
  x = 2;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  return 0;
}
