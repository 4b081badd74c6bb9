// expect: assertion
// lines: 23
// visible: sync all
//
// atomic_counter.c with a load and a store in place of the read-modify-write: no race, but a lost update.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void* worker(void* arg) {
  atomic_store(&counter, atomic_load(&counter) + 1);
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
