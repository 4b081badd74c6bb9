// expect: verified
// primitive: pthread_tryjoin_np
// exit: 0 1
// executions(dpor): 2
// executions(optimal): 2
// blocked(optimal): 0
//
// Whether the thread has ended is open, whatever it does beside that; the order of the rest does not matter.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;

static void* worker(void* arg) {
  pthread_mutex_lock(&own);
  pthread_mutex_unlock(&own);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  if (pthread_tryjoin_np(thread, NULL) == 0) return 0;
  pthread_join(thread, NULL);
  return 1;
}
