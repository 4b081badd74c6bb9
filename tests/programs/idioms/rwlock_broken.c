// expect: race on value
// lines: 13, 20
// visible: sync all
//
// rwlock.c where the writer takes the lock as a reader.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void* reader(void* arg) {
  pthread_rwlock_rdlock(&lock);
  int r = value;
  pthread_rwlock_unlock(&lock);
  return r ? arg : NULL;
}

static void* writer(void* arg) {
  pthread_rwlock_rdlock(&lock);
  value = 1;
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
