// expect: deadlock
// primitive: pthread_cond_wait
// primitive: --spurious-wakeups
// flags: --spurious-wakeups
//
// The signal is forgotten. A wake-up that nobody sent may help the waiter out, but nothing can rely on it.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void* waiter(void* unused) {
  pthread_mutex_lock(&m);
  while (!ready)
    pthread_cond_wait(&changed, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);

  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);


  pthread_join(thread, NULL);
  return 0;
}
