// expect: race on changes
// lines: 14, 24
// search: dfs dpor pruning
//
// As branch_under_the_lock.c, but what the branch writes belongs to another lock.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
static int largest, changes;

static void* first(void* arg) {
  pthread_mutex_lock(&n);
  changes++;
  pthread_mutex_unlock(&n);
  pthread_mutex_lock(&m);
  largest = 5;
  pthread_mutex_unlock(&m);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&m);
  if (largest < 3) changes++;
  pthread_mutex_unlock(&m);
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
