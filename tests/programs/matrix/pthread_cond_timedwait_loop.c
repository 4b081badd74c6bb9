// expect: verified
// primitive: pthread_cond_timedwait
// exit: 0
//
// A wait in small portions: time-outs that find nothing new lead nowhere, however many there are.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void* consumer(void* arg) {
  struct timespec soon = {1, 0};
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_timedwait(&c, &m, &soon);
  pthread_mutex_unlock(&m);
  return arg;
}

static void* producer(void* arg) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, NULL, consumer, NULL);
  pthread_create(&two, NULL, consumer, NULL);
  pthread_create(&three, NULL, producer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_join(three, NULL);
  return 0;
}
