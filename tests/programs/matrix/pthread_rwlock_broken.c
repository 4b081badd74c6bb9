// expect: race on x
// lines: 13
// primitive: pthread_rwlock
//
// Readers that write.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void* worker(void* arg) {
  pthread_rwlock_rdlock(&lock);
  x++;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
