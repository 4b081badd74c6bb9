// expect: verified
// primitive: pthread_mutex (normal)
// exit: 0
// visible: sync all
//
// Two threads count under one mutex; each increment is seen by the other.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return count != 2;
}
