// expect: race on x
// search: dfs dpor pruning
//
// The lock of the counter orders the two writes in one of two orders. Nothing is decided under it, but the other order
// counts all the same.
#include <pthread.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t deciding = PTHREAD_MUTEX_INITIALIZER;
static int x, count, turn;

static void* first(void* arg) {
  x = 1;
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
  pthread_mutex_lock(&deciding);
  turn++;
  pthread_mutex_unlock(&deciding);
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&deciding);
  if (turn > 1) turn = 0;
  pthread_mutex_unlock(&deciding);
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
  pthread_join(b, NULL);
  return 0;
}
