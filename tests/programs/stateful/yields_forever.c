// expect: assertion
// search: stateful
//
// Main yields in a loop that never ends; the bug is another thread's.
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static void* fail(void* unused) {
  assert(unused != 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, fail, 0);
  for (;;) sched_yield();
}
