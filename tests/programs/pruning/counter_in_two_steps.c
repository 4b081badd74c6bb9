// expect: race on x
// search: dfs dpor pruning
//
// Sections before and after the access: either may be where the other thread comes in.
#include <pthread.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t deciding = PTHREAD_MUTEX_INITIALIZER;
static int x, count, turn;

static void* first(void* arg) {
  pthread_mutex_lock(&deciding);
  turn = 1;
  pthread_mutex_unlock(&deciding);
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
  x = 1;
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
  int seen;
  pthread_mutex_lock(&deciding);
  seen = turn;
  pthread_mutex_unlock(&deciding);
  if (seen == 1) x = 2;
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
