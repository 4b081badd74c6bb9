// expect: verified
// primitive: pthread_mutex_destroy
// exit: 0
//
// A mutex is destroyed when nobody uses it any more, and may then be initialised again.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int count;

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_mutex_init(&m, NULL);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(pthread_mutex_destroy(&m) == 0);
  pthread_mutex_init(&m, NULL);
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  pthread_mutex_destroy(&m);
  return count != 3;
}
