// expect: livelock
// search: auto stateful best-first
//
// As backs_off_livelock.c, and a third thread looks at something once. The cycle is fair only after that look: a reduction
// that takes the look and the cycle for independent must not leave out what comes after both.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;

static void take_both(pthread_mutex_t* first, pthread_mutex_t* second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) break;
    pthread_mutex_unlock(first);
  }
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void* one(void* unused) {
  take_both(&a, &b);
  return 0;
}

static void* other(void* unused) {
  take_both(&b, &a);
  return 0;
}

static void* look(void* unused) {
  atomic_load(&flag);
  return 0;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, one, 0);
  pthread_create(&t[1], 0, other, 0);
  pthread_create(&t[2], 0, look, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}
