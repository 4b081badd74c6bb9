// expect: verified
// primitive: pthread_cancel
// primitive: pthread_cleanup_push
// exit: 0
//
// A thread is cancelled while it waits for a condition: it has the mutex again when its handler runs, and gives it back.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int cleaned;

static void give_back(void* arg) {
  ++cleaned;
  pthread_mutex_unlock(arg);
}

static void* waits(void* arg) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(give_back, &mutex);
  while (1) pthread_cond_wait(&never, &mutex);
  pthread_cleanup_pop(0);
  return arg;
}

int main(void) {
  pthread_t thread;
  void* value = NULL;
  pthread_create(&thread, NULL, waits, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &value);
  assert(value == PTHREAD_CANCELED);
  pthread_mutex_lock(&mutex);
  assert(cleaned == 1);
  pthread_mutex_unlock(&mutex);
}
