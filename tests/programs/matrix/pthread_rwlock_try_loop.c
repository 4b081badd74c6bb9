// expect: verified
// primitive: pthread_rwlock_trywrlock
// exit: 0
//
// Both sides try until it works.
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void* reader(void* arg) {
  while (pthread_rwlock_tryrdlock(&l) != 0) {
  }
  static int seen;
  seen = value;
  pthread_rwlock_unlock(&l);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, reader, NULL);
  while (pthread_rwlock_trywrlock(&l) != 0) {
  }
  value = 1;
  pthread_rwlock_unlock(&l);
  pthread_join(one, NULL);
  return 0;
}
