// expect: assertion
// primitive: pthread_testcancel
//
// The last step is not safe from a request that comes before the point.
#include <assert.h>
#include <pthread.h>

static int steps;

static void* works(void* arg) {
  steps = 1;
  pthread_testcancel();
  steps = 2;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, works, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  assert(steps == 2);
}
