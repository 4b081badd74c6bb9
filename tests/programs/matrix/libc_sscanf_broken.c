// expect: race on number
// lines: 12
// primitive: sscanf
//
// Both threads read into one variable.
#include <pthread.h>
#include <stdio.h>

static int number;

static void* worker(void* arg) {
  sscanf("12", "%d", &number);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
