// expect: race on counter
// lines: 15
// visible: sync all
//
// Two threads increment a counter without a lock. "counter++" is a read and a write: each thread may read the
// same old value, and one increment is lost. Try:
//
//     heddle check examples/counter_race.c
#include <pthread.h>
#include <stdio.h>

static int counter;

static void* worker(void* arg) {
  counter++;
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  printf("counter = %d\n", counter);
  return 0;
}
