// expect: verified
// primitive: pthread_cond_timedwait
// exit: 0 1
//
// The waiter goes round and round and holds the mutex for a moment each time: every second trial may fail, though
// nothing has changed.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, failed;

static void* consumer(void* arg) {
  struct timespec soon = {1, 0};
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_timedwait(&c, &m, &soon);
  pthread_mutex_unlock(&m);
  return arg;
}

static void* producer(void* arg) {
  for (int i = 0; i < 7; i++) {
    if (pthread_mutex_trylock(&m))
      failed |= 1 << i;
    else
      pthread_mutex_unlock(&m);
  }
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, consumer, NULL);
  pthread_create(&two, NULL, producer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return failed == 0x55;
}
