// expect: misuse
// lines: 17
// primitive: pthread_cond_clockwait
//
// The mutex is given back twice: a wait that timed out has taken it again too.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void* worker(void* arg) {
  struct timespec soon = {1, 0};
  pthread_mutex_lock(&m);
  if (pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &soon)) pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return 0;
}
