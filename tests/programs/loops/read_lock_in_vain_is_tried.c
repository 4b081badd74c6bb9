// expect: exit
// message: the program ends with status 3
//
// Every look takes a lock for reading, and who tries to write can tell.
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int ready;

static int look(void) {
  pthread_rwlock_rdlock(&l);
  const int now = ready;
  pthread_rwlock_unlock(&l);
  return now;
}

static void *waiter(void *argument) {
  while (!look()) {
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  int seen = 0;
  for (int i = 0; i < 5; i++) {
    const int busy = pthread_rwlock_trywrlock(&l) != 0;
    if (!busy) pthread_rwlock_unlock(&l);
    seen = seen * 2 + busy;
  }
  pthread_rwlock_wrlock(&l);
  ready = 1;
  pthread_rwlock_unlock(&l);
  pthread_join(t, 0);
  return seen == 21 ? 3 : 0;
}
