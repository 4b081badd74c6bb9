// expect: deadlock
// primitive: pthread_cancel
//
// Cancelled while it waits for a condition, and nothing gives the mutex back.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void* waits(void* arg) {
  pthread_mutex_lock(&mutex);
  while (1) pthread_cond_wait(&never, &mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&mutex);
}
