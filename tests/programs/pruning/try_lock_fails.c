// expect: race on x
// lines: 13, 22
// search: dfs dpor pruning
//
// Only where the try-lock fails is x written without the lock.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

static void* second(void* arg) {
  if (pthread_mutex_trylock(&m) == 0)
    pthread_mutex_unlock(&m);
  else
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
