// expect: livelock
// primitive: pthread_cond_timedwait
//
// The flag is never set: the loop goes round for ever.
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

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, consumer, NULL);
  pthread_join(one, NULL);
  return 0;
}
