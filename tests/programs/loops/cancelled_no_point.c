// expect: livelock
//
// pthread_mutex_lock, sched_yield and an atomic load are no cancellation points: the request stays without effect.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int quit;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *spin(void *unused) {
  while (!atomic_load(&quit)) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    sched_yield();
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, spin, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  return 0;
}
