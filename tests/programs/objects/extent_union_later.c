// expect: verified
// detectors: exact
//
// The memory of an object serves something else before it begins and after it has ended.
#include <pthread.h>
#include <string.h>

static union {
  pthread_rwlock_t lock;
  pthread_mutex_t m;
  char bytes[sizeof(pthread_rwlock_t)];
} u;

static void *locks(void *argument) {
  pthread_mutex_lock(&u.m);
  pthread_mutex_unlock(&u.m);
  return argument;
}
static void *reads(void *argument) {
  pthread_rwlock_rdlock(&u.lock);
  pthread_rwlock_unlock(&u.lock);
  return argument;
}
static void two(void *(*function)(void *)) {
  pthread_t one;
  pthread_create(&one, 0, function, 0);
  function(0);
  pthread_join(one, 0);
}

int main(void) {
  memset(u.bytes, 1, sizeof u.bytes);
  pthread_mutex_init(&u.m, 0);
  two(locks);
  pthread_mutex_destroy(&u.m);
  memset(u.bytes, 2, sizeof u.bytes);
  pthread_rwlock_init(&u.lock, 0);
  two(reads);
  pthread_rwlock_destroy(&u.lock);
  memset(u.bytes, 3, sizeof u.bytes);
  return u.bytes[40] - 3;
}
