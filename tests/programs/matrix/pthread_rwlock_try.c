// expect: verified
// primitive: pthread_rwlock_tryrdlock
// primitive: pthread_rwlock_trywrlock
// exit: 0
//
// A trial fails while a writer is there; readers do not disturb each other, but a writer.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void* reader(void* arg) {
  if (pthread_rwlock_tryrdlock(&lock) == 0) {
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(x == 0 || x == 1);
    pthread_rwlock_unlock(&lock);
  }
  return arg;
}

static void* writer(void* arg) {
  if (pthread_rwlock_trywrlock(&lock) == 0) {
    assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
    x++;
    pthread_rwlock_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, NULL, reader, NULL);
  pthread_create(&two, NULL, reader, NULL);
  pthread_create(&three, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_join(three, NULL);
  return 0;
}
