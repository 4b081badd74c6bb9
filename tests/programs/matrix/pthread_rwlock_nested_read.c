// expect: verified
// primitive: pthread_rwlock
// exit: 0
//
// A thread may hold several read locks; the lock is free for a writer after as many unlocks.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void* reader(void* arg) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  int seen = x;
  pthread_rwlock_unlock(&lock);
  return seen > 1 ? arg : NULL;
}

static void* writer(void* arg) {
  pthread_rwlock_wrlock(&lock);
  x++;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, reader, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
