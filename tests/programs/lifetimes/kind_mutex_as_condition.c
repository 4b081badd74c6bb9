// expect: misuse
// message: use as a condition variable of a synchronisation object that is a mutex
// lines: 14
//
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;

static void *signals(void *argument) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&other);
  pthread_mutex_unlock(&other);
  pthread_mutex_unlock(&m);
  pthread_cond_signal((pthread_cond_t *)&other);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, signals, 0);
  pthread_join(thread, 0);
  return 0;
}
