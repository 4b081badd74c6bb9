// expect: race on seed
// lines: 12
// primitive: rand_r
//
// The caller shares the state.
#include <pthread.h>
#include <stdlib.h>

static unsigned seed;

static void* worker(void* arg) {
  return rand_r(&seed) ? arg : NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
