// expect: assertion
// lines: 21
// message: order != 2
//
// assert, false in one order only.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int order;

static void* worker(void* arg) {
  order = 2;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  order = 1;
  assert(order != 2);
  pthread_join(thread, NULL);
  return 0;
}
