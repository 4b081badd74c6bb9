// expect: verified
// primitive: pthread_rwlock
// exit: 0
//
// Readers share, a writer is alone.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void* reader(void* arg) {
  pthread_rwlock_rdlock(&lock);
  assert(x == y);
  pthread_rwlock_unlock(&lock);
  return arg;
}

static void* writer(void* arg) {
  pthread_rwlock_wrlock(&lock);
  x++;
  y++;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, NULL, reader, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_create(&three, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_join(three, NULL);
  return x != 2;
}
