// expect: deadlock
// primitive: --spurious-wakeups
// flags: --spurious-wakeups
//
// Nobody sets the flag. That a wait may end for no reason helps nobody.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void* consumer(void* arg) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, consumer, NULL);
  pthread_create(&two, NULL, consumer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
