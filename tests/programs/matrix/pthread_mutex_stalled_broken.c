// expect: deadlock
// primitive: robust pthread_mutex
//
// The same without the attribute: the lock stays held for ever.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* dies(void* arg) {
  pthread_mutex_lock(&mutex);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, dies, NULL);
  pthread_join(one, NULL);
  pthread_mutex_lock(&mutex);
}
