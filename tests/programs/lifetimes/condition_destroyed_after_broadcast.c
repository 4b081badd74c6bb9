// expect: verified
// search: dfs dpor optimal selective invisible-first composed
//
// POSIX, pthread_cond_destroy: a condition may be destroyed as soon as all threads that waited on it were woken; they
// need not have come back.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waits, done;

static void *wait_for_it(void *argument) {
  pthread_mutex_lock(&m);
  if (!done) {
    waits = 1;
    while (!done) pthread_cond_wait(&c, &m);
  }
  pthread_mutex_unlock(&m);
  return argument;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, 0, wait_for_it, 0);
  pthread_mutex_lock(&m);
  done = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  pthread_cond_destroy(&c);
  pthread_join(waiter, 0);
  return 0;
}
