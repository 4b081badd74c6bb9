// expect: verified
// visible: sync all
// executions(dpor): 2
//
// An increment by compare-exchange, repeated until it succeeds: one thread after the other. That one of the two fails
// first makes no difference to anybody (decision 30).
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void* worker(void* arg) {
  int seen = atomic_load(&counter);
  while (!atomic_compare_exchange_strong(&counter, &seen, seen + 1)) {
  }
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return counter - 2;
}
