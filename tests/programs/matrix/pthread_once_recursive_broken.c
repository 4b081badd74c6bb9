// expect: deadlock
// primitive: pthread_once
//
// An initialiser that needs itself waits for itself.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void) { pthread_once(&once, initialise); }

static void* worker(void* arg) {
  pthread_once(&once, initialise);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return 0;
}
