// expect: livelock
// message: may keep each other from making progress forever
// search: auto stateful best-first
//
// Two philosophers who think and eat forever, and put the first fork back when the second is taken: nothing ever ends,
// but they may do so in step, and then nobody eats.
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
    take_both(&b, &a);
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
