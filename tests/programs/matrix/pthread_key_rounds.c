// expect: verified
// primitive: pthread_key
// exit: 0
//
// A destructor may set values again: it is called again, up to PTHREAD_DESTRUCTOR_ITERATIONS times. The value is null
// while it runs; deleted keys and null values have no destructor.
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>

static pthread_key_t counted, endless, deleted;
static int calls, endless_calls;

static void count_down(void* value) {
  assert(pthread_getspecific(counted) == NULL);
  calls++;
  intptr_t left = (intptr_t)value - 1;
  pthread_setspecific(counted, (void*)left);
}
static void again(void* value) {
  endless_calls++;
  pthread_setspecific(endless, value);
}
static void never(void* value) { assert(!value); }

static void* worker(void* arg) {
  pthread_setspecific(counted, (void*)3);
  pthread_setspecific(endless, &calls);
  pthread_setspecific(deleted, &calls);
  pthread_key_delete(deleted);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_key_create(&counted, count_down);
  pthread_key_create(&endless, again);
  pthread_key_create(&deleted, never);
  pthread_create(&one, NULL, worker, NULL);
  pthread_join(one, NULL);
  return calls != 3 || endless_calls < PTHREAD_DESTRUCTOR_ITERATIONS;
}
