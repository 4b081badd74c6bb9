// expect: misuse
// lines: 11
// primitive: pthread_rwlock
//
// A lock is used after it was destroyed.
#include <pthread.h>

static pthread_rwlock_t lock;

static void* worker(void* arg) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_rwlock_init(&lock, NULL);
  pthread_rwlock_destroy(&lock);
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return 0;
}
