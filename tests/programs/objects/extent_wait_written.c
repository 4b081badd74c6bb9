// expect: race on m
// lines: 14, 23
//
// A wait on a condition releases its mutex and takes it again: both use all of the mutex. The write happens before the
// unlock that lets the waiter go on, but not before its look at the mutex.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, waiting;

static void *waits(void *argument) {
  pthread_mutex_lock(&m);
  for (waiting = 1; !ready;) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return argument;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, 0, waits, 0);
  pthread_mutex_lock(&m);
  if (waiting) m.__data.__spins = 0;
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(waiter, 0);
  return 0;
}
