// expect: verified
// search: stateful best-first
// executions(stateful): 1
// states(stateful): 1025
//
// Ten threads under one lock have 10! orders and 2^10 states: a search that explores no state twice is through at once.
#include <assert.h>
#include <pthread.h>

enum { kThreads = 10 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* increment(void* unused) {
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++) pthread_create(&threads[i], 0, increment, 0);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], 0);
  assert(counter == kThreads);
  return 0;
}
