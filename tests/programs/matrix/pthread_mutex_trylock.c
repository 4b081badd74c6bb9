// expect: verified
// primitive: pthread_mutex_trylock
// exit: 1 2
//
// Whoever gets the mutex counts; at least one does.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* worker(void* arg) {
  if (pthread_mutex_trylock(&m) == 0) {
    count++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return count;
}
