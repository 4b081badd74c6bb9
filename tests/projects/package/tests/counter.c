#include <pthread.h>
int counter;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) {
#ifdef LOCKED
  pthread_mutex_lock(&m);
#endif
  counter++;
#ifdef LOCKED
  pthread_mutex_unlock(&m);
#endif
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
