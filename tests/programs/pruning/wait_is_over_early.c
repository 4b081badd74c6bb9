// expect: race on x
// search: dfs dpor pruning
//
// Only if the wait is over before its time is up is x written by both. That is open also once the thread waits.
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int x, ready;

static void* first(void* arg) {
  const struct timespec until = {1, 0};
  pthread_mutex_lock(&m);
  int result = ETIMEDOUT;
  if (!ready) result = pthread_cond_timedwait(&c, &m, &until);
  pthread_mutex_unlock(&m);
  if (result == 0) x = 1;
  return arg;
}

static void* second(void* arg) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  x = 2;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
