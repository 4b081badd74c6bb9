// expect: race on x
// lines: 12
//
// Both threads hold the lock, but only for reading: a report has to say so.
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *writes(void *argument) {
  pthread_rwlock_rdlock(&l);
  x = 1;
  pthread_rwlock_unlock(&l);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, writes, 0);
  pthread_create(&second, 0, writes, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
