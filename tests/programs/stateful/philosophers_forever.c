// expect: verified
// exit: never
// search: auto stateful best-first
//
// As philosophers_forever_livelock.c, but both take the same fork first: whoever has it may go on.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void take_both(pthread_mutex_t* first, pthread_mutex_t* second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) break;
    pthread_mutex_unlock(first);
  }
}
static void* one(void* unused) {
  for (;;) {
    take_both(&a, &b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
  }
  return unused;
}
static void* other(void* unused) {
  for (;;) {
    take_both(&a, &b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
  }
  return unused;
}

int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, one, 0);
  pthread_create(&y, 0, other, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return 0;
}
