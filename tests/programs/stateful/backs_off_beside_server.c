// expect: verified
// search: stateful
//
// Two threads that may back off from each other forever, and a server that is not meant to end and works all the while:
// not a program in which nobody gets anywhere.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int beat;

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
  return unused;
}
static void* other(void* unused) {
  take_both(&b, &a);
  return unused;
}
static void* serve(void* unused) {
  for (;;) atomic_store(&beat, !atomic_load(&beat));
  return unused;
}

int main(void) {
  pthread_t x, y, server;
  pthread_create(&server, 0, serve, 0);
  pthread_create(&x, 0, one, 0);
  pthread_create(&y, 0, other, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return 0;
}
