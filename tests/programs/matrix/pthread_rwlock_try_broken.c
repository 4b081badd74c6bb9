// expect: race on x
// lines: 15, 23
// primitive: pthread_rwlock_tryrdlock
// primitive: pthread_rwlock_trywrlock
//
// The writer goes on although the lock was busy.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void* reader(void* arg) {
  int seen = 0;
  if (pthread_rwlock_tryrdlock(&lock) == 0) {
    seen = x;
    pthread_rwlock_unlock(&lock);
  }
  return seen ? arg : NULL;
}

static void* writer(void* arg) {
  int failed = pthread_rwlock_trywrlock(&lock);
  x = 1;
  if (!failed) pthread_rwlock_unlock(&lock);
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
