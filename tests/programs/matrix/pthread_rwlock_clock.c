// expect: verified
// primitive: pthread_rwlock_clockrdlock
// primitive: pthread_rwlock_clockwrlock
// exit: 0
//
// As with the timed calls, by a clock that the caller chooses.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void* reader(void* arg) {
  struct timespec soon = {1, 0};
  if (pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &soon) == 0) {
    if (x > 1) arg = NULL;
    pthread_rwlock_unlock(&lock);
  }
  return arg;
}

static void* writer(void* arg) {
  struct timespec soon = {1, 0};
  if (pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &soon) == 0) {
    x++;
    pthread_rwlock_unlock(&lock);
  }
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
