// expect: race on x
// search: dfs dpor pruning
//
// What is printed has a length, which is the result of printf, and that decides.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static int x, count = 9;

static void* first(void* arg) {
  x = 1;
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
  return arg;
}

static void* second(void* arg) {
  int written;
  pthread_mutex_lock(&counting);
  written = printf("%d\n", count);
  pthread_mutex_unlock(&counting);
  if (written == 2) x = 2;
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
