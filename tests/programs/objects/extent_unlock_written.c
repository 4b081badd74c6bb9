// expect: race on m
// lines: 12, 19
//
// Only the unlock is not ordered with the write: the lock comes before it, by the flag.
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int locked;
static void *uses(void *argument) {
  pthread_mutex_lock(&m);
  atomic_store(&locked, 1);
  pthread_mutex_unlock(&m);
  return argument;
}

int main(void) {
  pthread_t user;
  pthread_create(&user, 0, uses, 0);
  if (atomic_load(&locked)) m.__data.__kind = PTHREAD_MUTEX_NORMAL;
  pthread_join(user, 0);
  return 0;
}
