// expect: misuse
// lines: 23
//
// A condition destroyed while a thread waits on it.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, go;

static void* waiter(void* arg) {
  pthread_mutex_lock(&m);
  waiting = 1;
  while (!go) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_mutex_lock(&m);
  if (waiting) pthread_cond_destroy(&c);
  go = 1;
  if (!waiting) pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return 0;
}
