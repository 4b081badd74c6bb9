// expect: verified
// primitive: pthread_cond_wait
// primitive: --spurious-wakeups
// flags: --spurious-wakeups
//
// Two waiters and a broadcast: each wakes up for some reason.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void* waiter(void* unused) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&changed, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, waiter, NULL);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
