// expect: race on x
// lines: 17, 29
// search: dfs dpor pruning
//
// Only if the wait times out is x written without the lock.
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int x;

static void* first(void* arg) {
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  x = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

static void* second(void* arg) {
  struct timespec soon = {1, 0};
  pthread_mutex_lock(&m);
  int status = pthread_cond_timedwait(&c, &m, &soon);
  if (status == 0) x = 3;
  pthread_mutex_unlock(&m);
  if (status == ETIMEDOUT)
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
