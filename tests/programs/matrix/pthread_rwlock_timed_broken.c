// expect: race on x
// lines: 16, 23
// primitive: pthread_rwlock_timedrdlock
// primitive: pthread_rwlock_timedwrlock
//
// The reader does not notice that it waited in vain.
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void* reader(void* arg) {
  struct timespec soon = {1, 0};
  int failed = pthread_rwlock_timedrdlock(&lock, &soon);
  int seen = x;
  if (!failed) pthread_rwlock_unlock(&lock);
  return seen ? arg : NULL;
}

static void* writer(void* arg) {
  pthread_rwlock_wrlock(&lock);
  x = 1;
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
