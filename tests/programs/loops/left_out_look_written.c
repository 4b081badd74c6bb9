// expect: race on b
// lines: 11, 18
//
// The first round of the waiting loop may look at b, the round that leaves it does not. The writer learns of the end of the loop by
// relaxed atomics alone: nothing orders the look before its plain write.
#include <pthread.h>

static int a, b, done;

static void* waiter(void* argument) {
  while (!__atomic_load_n(&a, __ATOMIC_RELAXED) && !__atomic_load_n(&b, __ATOMIC_RELAXED)) {}
  __atomic_store_n(&done, 1, __ATOMIC_RELAXED);
  return argument;
}

static void* writer(void* argument) {
  __atomic_store_n(&a, 1, __ATOMIC_RELAXED);
  if (__atomic_load_n(&done, __ATOMIC_RELAXED)) b = 5;
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, waiter, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
}
