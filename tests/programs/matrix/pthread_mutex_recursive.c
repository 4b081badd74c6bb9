// expect: verified
// primitive: pthread_mutex (recursive)
// exit: 0
//
// The owner of a recursive mutex may lock it again, by any of the calls; it is free after as many unlocks.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int count;

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  assert(pthread_mutex_lock(&m) == 0);
  assert(pthread_mutex_trylock(&m) == 0);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  count++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &a);
  pthread_mutexattr_destroy(&a);
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return count != 2;
}
