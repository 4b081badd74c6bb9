// expect: assertion
// lines: 10
// message: value != 77
//
// Only one of a hundred values is wrong, and a thread chooses it.
#include <heddle.h>
#include <pthread.h>
static void* worker(void* argument) {
  unsigned value = heddle_choose(100);
  heddle_assert(value != 77);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
