// expect: race
//
// A round in vain takes and releases a mutex, the round that leaves the loop does not. Whoever destroys the mutex has learnt of the
// end of the loop by relaxed atomics alone.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int stop, done;

static void* waiter(void* argument) {
  while (!atomic_load_explicit(&stop, memory_order_relaxed)) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  atomic_store_explicit(&stop, 1, memory_order_relaxed);
  if (atomic_load_explicit(&done, memory_order_relaxed)) pthread_mutex_destroy(&mutex);
  pthread_join(thread, NULL);
}
