// expect: deadlock
// search: dpor optimal
//
// A bounded queue with one condition for both sides and a signal instead of a broadcast: a signal meant for a producer
// can go to a consumer, which goes back to sleep, and nobody is awake any more.
#include <pthread.h>

enum { kRoom = 1 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int used;

static void* producer(void* arg) {
  pthread_mutex_lock(&m);
  while (used == kRoom) pthread_cond_wait(&changed, &m);
  used++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
  return arg;
}

static void* consumer(void* arg) {
  pthread_mutex_lock(&m);
  while (used == 0) pthread_cond_wait(&changed, &m);
  used--;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, consumer, NULL);
  for (int i = 2; i < 4; i++) pthread_create(&threads[i], NULL, producer, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}
