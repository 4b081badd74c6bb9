// expect: verified
// executions(pruning): 1
// search: dfs dpor pruning
//
// Output under a lock, of numbers that decide nothing.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t deciding = PTHREAD_MUTEX_INITIALIZER;
static int count, lines;

static void* first(void* arg) {
  pthread_mutex_lock(&counting);
  count++;
  printf("first %d\n", count);
  pthread_mutex_unlock(&counting);
  pthread_mutex_lock(&deciding);
  lines++;
  pthread_mutex_unlock(&deciding);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&counting);
  count++;
  printf("second %d\n", count);
  pthread_mutex_unlock(&counting);
  pthread_mutex_lock(&deciding);
  lines++;
  pthread_mutex_unlock(&deciding);
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
