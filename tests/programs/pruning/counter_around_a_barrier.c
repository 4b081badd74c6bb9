// expect: race on x
// search: dfs dpor pruning
//
// A thread comes to the section of a counter in a step that has created a thread, or has let others through a barrier:
// these go on first, as they do in a replay.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, counting = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;
static int x, turn, count;

static void count_one(void) {
  pthread_mutex_lock(&counting);
  count++;
  pthread_mutex_unlock(&counting);
}

static void* first(void* arg) {
  count_one();
  pthread_barrier_wait(&barrier);
  count_one();
  pthread_mutex_lock(&m);
  turn = 1;
  pthread_mutex_unlock(&m);
  x = 1;
  return arg;
}

static void* second(void* arg) {
  pthread_barrier_wait(&barrier);
  count_one();
  pthread_mutex_lock(&m);
  const int seen = turn;
  pthread_mutex_unlock(&m);
  if (!seen) x = 2;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, first, NULL);
  count_one();
  pthread_create(&b, NULL, second, NULL);
  count_one();
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
