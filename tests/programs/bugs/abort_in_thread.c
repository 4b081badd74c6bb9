// expect: assertion
// lines: 12
//
// abort, reached in one order only.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int order;

static void* worker(void* arg) {
  if (atomic_fetch_add(&order, 1) == 1) abort();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  atomic_fetch_add(&order, 1);
  pthread_join(thread, NULL);
  return 0;
}
