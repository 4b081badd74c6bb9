// expect: verified
//
// Who was woken goes on after the signal was sent, also by the clock, though nothing else orders the two.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static _Atomic long sent;

static long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void* signaller(void* unused) {
  pthread_mutex_lock(&m);  // the other one waits
  pthread_mutex_unlock(&m);
  sleep(10);
  const long time = now();
  pthread_cond_signal(&changed);
  atomic_store_explicit(&sent, time, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, signaller, 0);
  pthread_cond_wait(&changed, &m);
  const long woken = now();
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(woken >= sent);
  return 0;
}
