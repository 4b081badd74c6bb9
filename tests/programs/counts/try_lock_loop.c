// expect: verified
// executions(dpor): 24
// executions(optimal): 24
// search: dpor optimal
//
// Four threads that poll a mutex.
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *worker(void *unused) {
  while (pthread_mutex_trylock(&m) != 0) sched_yield();
  count++;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  return count == 4 ? 0 : 1;
}
