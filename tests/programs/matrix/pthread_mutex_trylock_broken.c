// expect: race on count
// lines: 13, 19
// primitive: pthread_mutex_trylock
//
// The result of the trylock is taken the wrong way round.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* locker(void* arg) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  return arg;
}

static void* trier(void* arg) {
  if (pthread_mutex_trylock(&m)) count++;
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, locker, NULL);
  pthread_create(&two, NULL, trier, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
