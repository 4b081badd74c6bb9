// expect: misuse
// lines: 12
//
// A thread unlocks a mutex that it does not hold. Nothing may happen for years; it is undefined all the same.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void* worker(void* arg) {
  if (value == 0) {
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&lock);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
