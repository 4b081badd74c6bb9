// expect: verified
// exit: 0
//
// The thread that was thought away holds the mutex that main waits for. That is no deadlock of the program.
#include <heddle.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void* worker(void* argument) {
  pthread_mutex_lock(&mutex);
  heddle_assume(heddle_choose(2) == 1);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(t, 0);
  return 0;
}
