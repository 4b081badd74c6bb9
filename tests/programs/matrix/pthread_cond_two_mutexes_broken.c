// expect: misuse
// lines: 14
// primitive: pthread_cond_wait
// primitive: pthread_cond_signal
//
// Two threads wait at once for one condition with different mutexes.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void* wait_for(void* mutex) {
  pthread_mutex_lock(mutex);
  pthread_cond_wait(&c, mutex);
  pthread_mutex_unlock(mutex);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, wait_for, &a);
  pthread_create(&two, NULL, wait_for, &b);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
