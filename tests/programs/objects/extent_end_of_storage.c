// expect: memory
// message: use after free
// lines: 12
//
// The waiter has not taken the mutex again when it is freed.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t *m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, waiting;
static void *waits(void *argument) {
  for (pthread_mutex_lock(m), waiting = 1; !ready;) pthread_cond_wait(&c, m);
  pthread_mutex_unlock(m);
  return argument;
}

int main(void) {
  pthread_t waiter;
  m = malloc(sizeof *m);
  pthread_mutex_init(m, 0);
  pthread_create(&waiter, 0, waits, 0);
  pthread_mutex_lock(m);
  ready = 1;
  const int waited = waiting;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(m);
  if (waited) free(m);
  pthread_join(waiter, 0);
  return 0;
}
