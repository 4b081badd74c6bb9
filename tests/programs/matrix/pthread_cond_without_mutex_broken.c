// expect: misuse
// lines: 13
// primitive: pthread_cond_wait
// primitive: pthread_cond_signal
//
// A wait by a thread that does not hold the mutex.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void* worker(void* arg) {
  pthread_cond_wait(&c, &m);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return 0;
}
