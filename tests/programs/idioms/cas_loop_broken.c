// expect: assertion
// lines: 24
// visible: sync all
//
// cas_loop.c without the loop.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void* worker(void* arg) {
  int seen = atomic_load(&counter);
  atomic_compare_exchange_strong(&counter, &seen, seen + 1);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(counter == 2);
  return 0;
}
