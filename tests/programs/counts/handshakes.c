// expect: verified
// executions(dpor): 1
// executions(optimal): 1
// search: dpor optimal
//
// Two threads in step, twenty times: there is only one order.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { kTimes = 20 };
static atomic_int ping, pong;

static void *worker(void *unused) {
  for (int i = 1; i <= kTimes; ++i) {
    while (atomic_load(&ping) != i) {
    }
    atomic_store(&pong, i);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  for (int i = 1; i <= kTimes; ++i) {
    atomic_store(&ping, i);
    while (atomic_load(&pong) != i) {
    }
  }
  pthread_join(thread, NULL);
  return 0;
}
