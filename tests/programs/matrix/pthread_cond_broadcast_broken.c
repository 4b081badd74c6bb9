// expect: deadlock
// primitive: pthread_cond_broadcast
//
// A signal where a broadcast is needed: the second waiter is never woken.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int open;

static void* visitor(void* arg) {
  pthread_mutex_lock(&m);
  while (!open) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return arg;
}

static void* keeper(void* arg) {
  pthread_mutex_lock(&m);
  open = 1;
  pthread_mutex_unlock(&m);
  pthread_cond_signal(&c);
  return arg;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, NULL, visitor, NULL);
  pthread_create(&two, NULL, visitor, NULL);
  pthread_create(&three, NULL, keeper, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_join(three, NULL);
  return 0;
}
