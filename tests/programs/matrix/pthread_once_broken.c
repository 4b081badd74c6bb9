// expect: race on value
// lines: 11
// primitive: pthread_once
//
// Two once controls for one initialisation.
#include <pthread.h>

static pthread_once_t first = PTHREAD_ONCE_INIT, second = PTHREAD_ONCE_INIT;
static int value;

static void initialise(void) { value = 1; }

static void* one_worker(void* arg) {
  pthread_once(&first, initialise);
  return arg;
}
static void* two_worker(void* arg) {
  pthread_once(&second, initialise);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, one_worker, NULL);
  pthread_create(&two, NULL, two_worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
