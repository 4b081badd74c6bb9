// expect: race on ready
// lines: 14, 22
// visible: sync all
//
// condition_handoff.c, but the predicate is set without the mutex.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void* waiter(void* arg) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_join(thread, NULL);
  return 0;
}
