// expect: race on count
// lines: 14, 20
// primitive: pthread_mutex (normal)
// visible: sync all
//
// One of the threads does not take the mutex.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* careful(void* arg) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  return arg;
}

static void* careless(void* arg) {
  count++;
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, careful, NULL);
  pthread_create(&two, NULL, careless, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
