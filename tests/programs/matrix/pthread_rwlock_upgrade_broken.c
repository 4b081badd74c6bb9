// expect: misuse
// lines: 12
// primitive: pthread_rwlock
//
// A reader asks for the write lock without giving up its read lock: it waits for itself.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* worker(void* arg) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return 0;
}
