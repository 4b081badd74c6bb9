// expect: race on m
// lines: 10, 17
//
// Who owns a mutex stands in a word of its own, which a lock writes.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *locks(void *argument) {
  pthread_mutex_lock(&m);
  return argument;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, locks, 0);
  const int owner = m.__data.__owner;
  pthread_join(other, 0);
  return owner == -1;
}
