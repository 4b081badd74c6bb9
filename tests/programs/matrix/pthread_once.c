// expect: verified
// primitive: pthread_once
// exit: 0
//
// The initialiser runs once, and is over before anyone goes on.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int calls;

static void initialise(void) { calls++; }

static void* worker(void* arg) {
  pthread_once(&once, initialise);
  assert(calls == 1);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return calls != 1;
}
