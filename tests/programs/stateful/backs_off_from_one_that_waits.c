// expect: verified
// search: auto stateful best-first
//
// As backs_off_livelock.c, but only one of the two lets go. The other waits for its second lock with the first in its
// hand, and gets it as soon as it has a turn while that is free.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void* polite(void* unused) {
  for (;;) {
    pthread_mutex_lock(&a);
    if (pthread_mutex_trylock(&b) == 0) break;
    pthread_mutex_unlock(&a);
  }
  done++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}
static void* waits(void* unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  done++;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, polite, 0);
  pthread_create(&y, 0, waits, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return done - 2;
}
