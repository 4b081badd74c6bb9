// expect: verified
// executions(dfs): 6
// executions(dpor): 6
// executions(optimal): 6
// blocked(optimal): 0
//
// Two threads that take one mutex twice each: 4! / (2! 2!) orders of the four critical sections.
#include <pthread.h>

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return x - 4;
}
