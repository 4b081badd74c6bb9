// expect: deadlock
// primitive: pthread_cleanup_push
// primitive: pthread_cleanup_pop
//
// The handler that should give the mutex back is popped before the thread leaves.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void unlock(void* mutex) { pthread_mutex_unlock(mutex); }

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, &m);
  pthread_cleanup_pop(0);
  pthread_exit(arg);
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
