// expect: race on child
// lines: 13, 18
// primitive: pthread_self
// primitive: pthread_equal
//
// The new thread reads the variable that pthread_create still has to write.
#include <pthread.h>

static pthread_t child;
static int own;

static void* worker(void* arg) {
  own = pthread_equal(pthread_self(), child);
  return arg;
}

int main(void) {
  pthread_create(&child, NULL, worker, NULL);
  pthread_join(child, NULL);
  return 0;
}
