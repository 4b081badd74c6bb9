// expect: verified
// primitive: pthread_rwlock_timedrdlock
// primitive: pthread_rwlock_timedwrlock
// exit: 0 1
//
// The lock is got in time or not; the data is touched only if it was.
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void* reader(void* arg) {
  struct timespec soon = {1, 0};
  if (pthread_rwlock_timedrdlock(&lock, &soon) == 0) {
    if (x > 1) arg = NULL;
    pthread_rwlock_unlock(&lock);
  }
  return arg;
}

static void* writer(void* arg) {
  struct timespec soon = {1, 0};
  if (pthread_rwlock_timedwrlock(&lock, &soon) == ETIMEDOUT) return arg;
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
  return x;
}
