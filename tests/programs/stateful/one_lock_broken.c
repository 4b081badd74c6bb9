// expect: race on counter
// search: stateful best-first
//
// The last thread alone forgets the lock.
#include <pthread.h>

enum { kThreads = 6 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* increment(void* number) {
  if (number) pthread_mutex_lock(&lock);
  counter++;
  if (number) pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[kThreads];
  for (long i = 0; i < kThreads; i++) pthread_create(&threads[i], 0, increment, (void*)(kThreads - 1 - i));
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], 0);
  return 0;
}
