// expect: race on x
// search: dfs dpor pruning
//
// main has joined one of its threads, and the other one comes before it by the lock of the counter only: it is not
// alone.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, counting = PTHREAD_MUTEX_INITIALIZER;
static int x, count, turn;

static void count_one(void) {
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
}

static void* take_turn(void* arg) {
  pthread_mutex_lock(&m);
  if (turn > 1) turn = 0;
  pthread_mutex_unlock(&m);
  return arg;
}

static void* hand_over(void* arg) {
  pthread_mutex_lock(&m);
  turn++;
  pthread_mutex_unlock(&m);
  x = 1;
  count_one();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&b, NULL, hand_over, NULL);
  pthread_create(&a, NULL, take_turn, NULL);
  pthread_join(a, NULL);
  count_one();
  x = 2;
  pthread_join(b, NULL);
  return 0;
}
