// expect: verified
// primitive: random
// primitive: rand_r
// primitive: erand48
// exit: 0 1
//
// random is thread-safe, and who comes first gets the first number; rand_r and erand48 keep their state with the
// caller.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static long numbers[2];

static void* worker(void* arg) {
  unsigned seed = 1;
  unsigned short state[3] = {1, 2, 3};
  assert(rand_r(&seed) == 476707713);
  assert(nrand48(state) == 949179875);
  *(long*)arg = random();
  return NULL;
}

int main(void) {
  pthread_t one, two;
  srandom(1);
  pthread_create(&one, NULL, worker, &numbers[0]);
  pthread_create(&two, NULL, worker, &numbers[1]);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(numbers[0] + numbers[1] == 1804289383l + 846930886l);
  return numbers[0] < numbers[1];
}
