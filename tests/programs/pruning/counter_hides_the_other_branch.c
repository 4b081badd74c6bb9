// expect: race on x
// search: dfs dpor pruning
//
// Only if the third thread comes before the second does that one write x, which the first thread has written before.
// Until then the lock of the counter stands between. What is known of y is older than what is known of x.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, counting = PTHREAD_MUTEX_INITIALIZER;
static int x, y, turn, count;

static void count_one(void) {
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
}

static void* first(void* arg) {
  x = 1;
  count_one();
  return arg;
}

static void* second(void* arg) {
  y = 2;
  count_one();
  pthread_mutex_lock(&m);
  const int seen = turn;
  pthread_mutex_unlock(&m);
  if (seen) x = 2;
  return arg;
}

static void* third(void* arg) {
  pthread_mutex_lock(&m);
  turn = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, first, NULL);
  y = 1;
  pthread_create(&b, NULL, second, NULL);
  pthread_create(&c, NULL, third, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
