// expect: race on x
// search: dfs dpor pruning
//
// main has joined one of its threads, and the other one comes before it by the lock of the counter only: it is not
// alone.
#include <pthread.h>

static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER, counting = PTHREAD_MUTEX_INITIALIZER;
static int x, count;

static void count_one(void) {
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
}

static void* hand_over(void* arg) {
  x = 1;
  count_one();
  return arg;
}

static void* idle(void* arg) {
  pthread_mutex_lock(&own);
  pthread_mutex_unlock(&own);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&b, NULL, hand_over, NULL);
  pthread_create(&a, NULL, idle, NULL);
  pthread_join(a, NULL);
  count_one();
  x = 2;
  pthread_join(b, NULL);
  return 0;
}
