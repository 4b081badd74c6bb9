// expect: verified
// search: stateful
// exit: never
//
// Main yields in a loop that never ends, as it is meant to; the other thread does nothing wrong.
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* count(void* unused) {
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, count, 0);
  for (;;) sched_yield();
}
