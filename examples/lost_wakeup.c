// expect: deadlock
//
// A condition variable remembers nothing: a signal that comes before the wait is lost, and this waiter sleeps for
// ever. Keep the fact in a variable, change it under the mutex, and wait in a loop that tests it.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;

static void* guest(void* arg) {
  pthread_mutex_lock(&lock);
  pthread_cond_signal(&arrived);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, guest, NULL);
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&arrived, &lock);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
