// expect: race on x
// search: dfs dpor pruning
//
// Whether the lock of the counter is free decides.
#include <pthread.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static int x, count;

static void* first(void* arg) {
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
  x = 1;
  return arg;
}

static void* second(void* arg) {
  if (pthread_mutex_trylock(&counting) == 0) {
    count++;
    pthread_mutex_unlock(&counting);
  } else {
    x = 2;
  }
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
