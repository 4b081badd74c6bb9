// expect: verified
// search: dfs dpor pruning
//
// A counter with a lock of its own inside of sections that decide: only their order matters.
#include <pthread.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t deciding = PTHREAD_MUTEX_INITIALIZER;
static int x, count, turn;

static void* first(void* arg) {
  pthread_mutex_lock(&deciding);
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
  if (turn == 0) x = 1;
  turn++;
  pthread_mutex_unlock(&deciding);
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&deciding);
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
  if (turn == 1) x = 2;
  turn++;
  pthread_mutex_unlock(&deciding);
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
  return 0;
}
