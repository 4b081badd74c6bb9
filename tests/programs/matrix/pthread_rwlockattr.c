// expect: verified
// primitive: pthread_rwlockattr
// exit: 0
//
// Attributes of read/write locks.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock;
static int x;

static void* writer(void* arg) {
  pthread_rwlock_wrlock(&lock);
  x++;
  pthread_rwlock_unlock(&lock);
  return arg;
}

static void prepare(void) {
  pthread_rwlockattr_t a;
  int value;
  assert(pthread_rwlockattr_init(&a) == 0);
  assert(pthread_rwlockattr_getpshared(&a, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
  assert(pthread_rwlockattr_setpshared(&a, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_rwlockattr_getkind_np(&a, &value) == 0 && value == PTHREAD_RWLOCK_PREFER_READER_NP);
  assert(pthread_rwlock_init(&lock, &a) == 0);
  assert(pthread_rwlockattr_destroy(&a) == 0);
}

int main(void) {
  pthread_t one, two;
  prepare();
  pthread_create(&one, NULL, writer, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(pthread_rwlock_destroy(&lock) == 0);
  return x != 2;
}
