// expect: verified
// primitive: pthread_cond_wait
// primitive: pthread_cond_signal
// exit: 0
//
// A value is handed over: the waiter looks again after each wake-up.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, value;

static void* consumer(void* arg) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  int got = value;
  pthread_mutex_unlock(&m);
  return got == 5 ? arg : NULL;
}

static void* producer(void* arg) {
  pthread_mutex_lock(&m);
  value = 5;
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, consumer, NULL);
  pthread_create(&two, NULL, producer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
