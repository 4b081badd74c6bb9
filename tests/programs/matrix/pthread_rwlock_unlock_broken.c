// expect: misuse
// lines: 11
// primitive: pthread_rwlock
//
// An unlock by a thread that holds the lock in no way.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* worker(void* arg) {
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return 0;
}
