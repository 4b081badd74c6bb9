// expect: verified
// executions(dfs): 6
// executions(dpor): 6
// executions(optimal): 6
// blocked(optimal): 0
//
// Three threads that take one mutex once each: 3! orders.
#include <pthread.h>

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return x - 3;
}
