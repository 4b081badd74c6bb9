// expect: race on numbers[99]
// lines: 10, 16
//
// One of the accesses is a loop over the whole array: the race is on the element that both touch, not on the first one.
#include <pthread.h>

static int numbers[100];

static void *worker(void *argument) {
  for (int i = 0; i < 100; i++) numbers[i] = i;
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  numbers[99] = 1;
  pthread_join(t, 0);
  return 0;
}
