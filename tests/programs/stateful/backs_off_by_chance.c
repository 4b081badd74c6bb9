// expect: verified
// search: stateful best-first
//
// As backs_off_livelock.c, but what a thread does next is left to chance: sooner or later one of the two waits. Nothing
// says that chance is against it forever.
#include <heddle.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void take_both(pthread_mutex_t* first, pthread_mutex_t* second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) break;
    pthread_mutex_unlock(first);
    if (heddle_choose(2)) {  // in the order that both have in common
      pthread_mutex_lock(&a);
      pthread_mutex_lock(&b);
      break;
    }
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
