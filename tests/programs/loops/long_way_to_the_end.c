// expect: verified
// search: dpor optimal
//
// After a look in vain the end of the program is thousands of steps away; it is there all the same.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready, count;

static void *worker(void *unused) {
  while (!ready) {
  }
  for (int i = 0; i < 2500; ++i) count++;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  ready = 1;
  pthread_join(thread, NULL);
  return 0;
}
