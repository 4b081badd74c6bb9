// Each round of a loop takes a lock and writes what an earlier round has written: another epoch, which has to be seen.
// The other thread takes kOther.
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static long value;

static void *first(void *argument) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&locks[0]);
    value += i;
    pthread_mutex_unlock(&locks[0]);
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, first, 0);
  pthread_mutex_lock(&locks[kOther]);
  value++;
  pthread_mutex_unlock(&locks[kOther]);
  pthread_join(t, 0);
  return value == 4 ? 0 : 1;
}
