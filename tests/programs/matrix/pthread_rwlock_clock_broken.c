// expect: misuse
// lines: 22
// primitive: pthread_rwlock_clockrdlock
// primitive: pthread_rwlock_clockwrlock
//
// The lock is given back although the time was over.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* reader(void* arg) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return arg;
}

static void* writer(void* arg) {
  struct timespec soon = {1, 0};
  pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &soon);
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
