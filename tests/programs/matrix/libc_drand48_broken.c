// expect: race
// lines: 11
// primitive: drand48
//
// Two threads use the state that drand48 keeps.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static void* worker(void* arg) {
  return drand48() > 2 ? arg : NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
