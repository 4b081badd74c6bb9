// expect: race on count
// lines: 14, 21
// primitive: pthread_mutex (errorcheck)
//
// The error number is not looked at: the first unlock already gives the mutex away.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static int count;

static void add(void) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
}

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  add();
  count++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
