// expect: verified
// search: stateful best-first
// flags: --exact
// states(stateful): 33
//
// Whole states are stored, and each is compared with the one that had its fingerprint before.
#include <assert.h>
#include <pthread.h>

enum { kThreads = 5 };
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
