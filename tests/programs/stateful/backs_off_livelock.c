// expect: livelock
// search: auto stateful best-first
//
// Two threads that let go of their lock when the other's is taken, and begin again: they can do so in step for as long as
// the scheduler likes, though each has its turns.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void take_both(pthread_mutex_t* first, pthread_mutex_t* second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) break;
    pthread_mutex_unlock(first);
  }
  done++;
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}
static void* one(void* unused) {
  take_both(&a, &b);
  return unused;
}
static void* other(void* unused) {
  take_both(&b, &a);
  return unused;
}

int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, one, 0);
  pthread_create(&y, 0, other, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return done - 2;
}
